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

const NOBODY: ReadonlySet<string> = new Set();

/** Who else could be taken when what is in hand is put down: whoever could be when it was taken. */
export function othersAfter(before: Offer | null | undefined, others: ReadonlySet<string>, now: Offer | null): ReadonlySet<string> {
  if (!now?.picks.some((pick) => pick.lets_go)) return NOBODY;
  if (before?.picks.some((pick) => pick.lets_go)) return others;
  const chosen = new Set(now.chosen.units);
  return new Set((before?.picks ?? []).filter((pick) => pick.kind === "unit" && !chosen.has(pick.pick)).map((pick) => pick.pick));
}

/** What a click on a hex means: pick the only thing that can be picked there, choose among several, put down what is in
 * hand and take what is there, or ask why not, of each unit that lies there. */
export type Meaning = { pick: Pick } | { choose: Pick[] } | { after: Pick } | { why: string; others: string[] };

export function meaningOf(scene: Scene, picks: ReadonlyMap<string, Pick>, hex: string, others: ReadonlySet<string> = NOBODY): Meaning {
  const here = unitsIn(scene, hex);
  const found = [...here, hex].map((name) => picks.get(name)).filter((pick): pick is Pick => pick !== undefined);
  if (found.length === 1) return { pick: found[0]! };
  if (found.length) return { choose: found };
  const putDown = [...picks.values()].find((pick) => pick.lets_go);
  if (putDown && here.some((id) => others.has(id))) return { after: putDown };
  const asksUnits = [...picks.values()].some((pick) => pick.kind === "unit");
  const [first, ...rest] = asksUnits ? here : [];
  return { why: first ?? hex, others: rest };
}

/** The hex of a name: its own, or that of a unit. */
export function hexOf({ scene, geometry }: PlayState, name: string): string | null {
  if (geometry?.has(name)) return name;
  return scene?.units[name]?.hex ?? null;
}
