import type { Offer, Pick, Scene } from "../api";
import type { PlayState } from "./state";

export function picksByName(offer: Offer | null | undefined): Map<string, Pick> {
  return new Map((offer?.picks ?? []).map((pick) => [pick.pick, pick]));
}

/** The units in a hex, the one on top first. */
export function unitsIn(scene: Scene | null, hex: string | null): string[] {
  if (!scene || !hex) return [];
  return Object.entries(scene.units)
    .filter(([, unit]) => unit.hex === hex)
    .sort(([, a], [, b]) => (a.top ?? 0) - (b.top ?? 0))
    .map(([id]) => id);
}

/** What a click on a hex means: pick the only thing that can be picked there, choose among several, or ask why not. */
export type Meaning = { pick: Pick } | { choose: Pick[] } | { why: string };

export function meaningOf(scene: Scene, picks: ReadonlyMap<string, Pick>, hex: string): Meaning {
  const here = unitsIn(scene, hex);
  const found = [...here, hex].map((name) => picks.get(name)).filter((pick): pick is Pick => pick !== undefined);
  if (found.length === 1) return { pick: found[0]! };
  if (found.length) return { choose: found };
  const asksUnits = [...picks.values()].some((pick) => pick.kind === "unit");
  return { why: (asksUnits && here[0]) || hex };
}

/** The hex of a name: its own, or that of a unit. */
export function hexOf({ scene, geometry }: PlayState, name: string): string | null {
  if (geometry?.has(name)) return name;
  return scene?.units[name]?.hex ?? null;
}
