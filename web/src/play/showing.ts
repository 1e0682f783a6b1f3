import type { TFunction } from "i18next";
import type { Board, OrderLook, Pick, Scene } from "../api";
import type { Arrow } from "../map/picture";
import { written } from "../numbers";
import { meaningOf, picksByName } from "./offer";

/** The units and hexes that glow: those that can be picked, and units that can be taken instead of those in hand, except
 * units that were told to stay. */
export function glow(scene: Scene | null, picks: ReadonlyMap<string, Pick>, stay: ReadonlySet<string>): ReadonlyMap<string, Pick> {
  const others = scene?.offer?.hand?.units.length ? scene.offer.hand.others : [];
  if (!others.length && !stay.size) return picks;
  const shown = new Map(picks);
  for (const id of others) shown.set(id, { pick: id, kind: "unit", text: "", note: "", undo: "free" });
  for (const id of stay) shown.delete(id);
  return shown;
}

/** The ways of an order as arrows. */
export function planned(plan: OrderLook, scene: Scene | null): Arrow[] {
  return plan.ways.map(({ hexes }) => ({ hexes, weight: 0.4, side: scene?.side ?? null }));
}

interface Shown {
  board: Board;
  scene: Scene;
  group: ReadonlySet<string>;
  plan: OrderLook | null;
  /** The unit of the stack under the pointer that is taken alone. */
  aim: string | null;
}

/** What a click on a hex would do while units are moved; empty where nothing needs to be said. */
export function hintOf(t: TFunction, { board, scene, group, plan, aim }: Shown, hex: string): string {
  const hand = scene.offer?.hand;
  if (scene.offer?.chosen.drop.some((id) => scene.units[id]?.hex === hex)) return t("choice.out");
  if (scene.offer?.chosen.drop.includes(hex) && !picksByName(scene.offer).has(hex)) return t("choice.outHex");
  const label = (id: string) => scene.units[id]?.label ?? board.units[id]?.label ?? id;
  const alone = aim && hand?.others.includes(aim) ? t("march.alone", { unit: label(aim) }) : "";
  if (!hand || !(hand.units.length || group.size)) return alone;
  const names = (ids: readonly string[]) => ids.map(label).join(", ");
  const picks = picksByName(scene.offer);
  const meaning = meaningOf(scene, picks, hex, group);
  const said: string[] = [];
  if ("take" in meaning) {
    said.push(t("march.take", { unit: label(meaning.take) }));
    if (hand.ends && hand.units.length) said.push(t("march.ends", { unit: names(hand.units) }));
  } else if ("putDown" in meaning) said.push(t("march.putDown", { unit: names(hand.units) }));
  if (("take" in meaning || "choose" in meaning) && picks.get(hex)?.kind === "hex") said.push(t("march.onto"));
  if (plan && group.size) {
    const costs = plan.ways.map((way) => way.cost).filter((cost) => cost !== null);
    const gone = new Set(plan.ways.flatMap((way) => way.units));
    const cost = costs.length ? t("inspect.mp", { cost: written(Math.max(...costs)), mp: board.short.MP }) : "";
    said.push(t("march.group", { count: gone.size, cost }));
    for (const { units, text } of plan.left.slice(0, 3)) said.push(`${names(units)}: ${text}`);
  }
  if (alone) said.push(alone);
  return said.join(" ");
}
