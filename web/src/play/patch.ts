import type { ListPatch, ObjectPatch, Scene } from "../api";

type Patch = ObjectPatch | ListPatch;

/** A patch that does not belong to what it was tried on: the whole has to be asked for. */
export class Misfit extends Error {}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What a patch makes of something. What it does not name is the same object as before, so that whoever draws it can see
 * that nothing has changed there. */
export function patched(old: unknown, patch: Patch): unknown {
  if ("at" in patch) {
    if (!Array.isArray(old) || patch.at + patch.cut > old.length) throw new Misfit();
    return [...old.slice(0, patch.at), ...patch.put, ...old.slice(patch.at + patch.cut)];
  }
  if (!isObject(old)) throw new Misfit();
  const made = { ...old, ...patch.set };
  for (const key of patch.drop ?? []) delete made[key];
  for (const [key, inside] of Object.entries(patch.in ?? {})) {
    made[key] = patched(old[key], inside);
  }
  return made;
}

/** The next scene. What is made of a scene by the server's patch is a scene. */
export function nextScene(scene: Scene, changes: ObjectPatch): Scene {
  return patched(scene, changes) as Scene;
}
