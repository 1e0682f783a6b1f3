import type { Hand, Offer, Pick, Scene } from "../api";
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

/** Chosen units of which an attack may not need all. */
export function canSpare(offer: Offer | null | undefined): boolean {
  const units = new Set(offer?.chosen.units);
  return Boolean(offer?.odds) && (offer?.chosen.drop.filter((name) => units.has(name)).length ?? 0) > 1;
}

const NOBODY: ReadonlySet<string> = new Set();

/** The units of a hex that can be taken in hand now, or are. */
export function takeable(scene: Scene | null, hex: string | null): string[] {
  const hand = scene?.offer?.hand;
  if (!hand) return [];
  const able = new Set([...hand.others, ...(hand.ends ? [] : hand.units)]);
  return unitsIn(scene, hex).filter((id) => able.has(id));
}

/** The unit of a stack that is meant by a place in its hex: its counters from left to right, as they are laid out. */
export function aimedAt(units: readonly string[], share: number): string | null {
  if (units.length < 2) return null;
  return units[Math.max(0, Math.min(units.length - 1, Math.floor(share * units.length)))]!;
}

/** What a click on a hex means: pick the only thing that can be picked there, choose among several, take a unit instead of
 * what is in hand, take out one that was chosen, put down what is in hand, send the selected units there, or ask why not, of each unit that lies there. */
export type Meaning =
  | { pick: Pick }
  | { choose: string[] }
  | { take: string }
  | { drop: string }
  | { putDown: string }
  | { send: string }
  | { why: string; others: string[] };

export function meaningOf(scene: Scene, picks: ReadonlyMap<string, Pick>, hex: string, group: ReadonlySet<string> = NOBODY): Meaning {
  const here = unitsIn(scene, hex);
  const hand = scene.offer?.hand;
  const moving = hand && (hand.units.length || group.size) ? whileMoving(picks, hand, here, hex, group) : null;
  if (moving) return moving;
  const found = [...here, hex].filter((name) => picks.has(name));
  const out = here.filter((id) => scene.offer?.chosen.drop.includes(id) && !picks.has(id));
  if (found.length + out.length > 1) return { choose: [...found, ...out] };
  if (found.length) return { pick: picks.get(found[0]!)! };
  if (!out.length && scene.offer?.chosen.drop.includes(hex)) return { drop: hex };
  if (out.length) return { drop: out[0]! };
  const asksUnits = [...picks.values()].some((pick) => pick.kind === "unit") || Boolean(hand?.others.length);
  const [first, ...rest] = asksUnits && !(hand?.units.length && !here.length) ? here : [];
  return { why: first ?? hex, others: rest };
}

/** The meaning of a click while units are in hand or selected: friendly units are taken, and ground is a destination. */
function whileMoving(
  picks: ReadonlyMap<string, Pick>,
  hand: Hand,
  here: readonly string[],
  hex: string,
  group: ReadonlySet<string>,
): Meaning | null {
  const others = new Set(hand.others);
  const friends = here.filter((id) => others.has(id) || picks.has(id));
  if (here.some((id) => hand.units.includes(id)) && !group.size) {
    if (friends.length) return { choose: here.filter((id) => friends.includes(id) || hand.units.includes(id)) };
    return hand.ends ? null : { putDown: hex };
  }
  if (friends.length === 1) return { take: friends[0]! };
  if (friends.length) return { choose: friends };
  if (group.size) return { send: hex };
  const there = picks.get(hex);
  if (there) return { pick: there };
  return null;
}

/** The hex of a name: its own, or that of a unit. */
export function hexOf({ scene, geometry }: PlayState, name: string): string | null {
  if (geometry?.has(name)) return name;
  return scene?.units[name]?.hex ?? null;
}
