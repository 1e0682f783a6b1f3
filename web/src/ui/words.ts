import i18next, { type TFunction } from "i18next";
import type { Board, Scene } from "../api";
import { written } from "../numbers";
import { picksByName, unitsIn } from "../play/offer";

export function hexTitle(board: Board | null, hex: string): string {
  const name = board?.names[hex];
  return name ? `${hex} ${name}` : hex;
}

/** The contents of a hex apart from its number and name, with which the board's sentence begins. */
export function groundOf(board: Board, hex: string): string {
  const [told, title] = [board.terrain[hex] ?? "", hexTitle(board, hex)];
  return told.startsWith(`${title}, `) ? told.slice(title.length + 2) : told;
}

export function sideName(board: Board | null | undefined, key: string | null | undefined): string {
  if (!key) return "";
  return board?.sides.find((side) => side.key === key)?.name ?? plain(key);
}

/** The forms of a side in a sentence: its name, its player, the noun and the adjective. */
export function sideForms(board: Board | null | undefined, key: string | null | undefined) {
  const side = sideName(board, key);
  const found = board?.sides.find((each) => each.key === key);
  const player = found?.player ?? side;
  return { side, player, Player: capital(player), noun: found?.noun ?? side, adjective: found?.adjective ?? side };
}

export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** A word of the data that nobody has translated. */
export function plain(word: string): string {
  return capital(word.replaceAll("_", " "));
}

export function flagName(board: Board, flag: string, t: TFunction): string {
  return board.flags?.[flag] ?? t(`flag.${flag}`, { defaultValue: plain(flag) });
}

/** A share as a percentage, as the reader's language writes it: exact to a tenth, no ".0". */
export function percent(share: number): string {
  return share.toLocaleString(i18next.language ?? "en", { style: "percent", maximumFractionDigits: 1 });
}

/** A share that somebody gains or loses, as a percentage with its sign. */
export function gained(share: number): string {
  const text = share.toLocaleString(i18next.language ?? "en", { style: "percent", maximumFractionDigits: 1, signDisplay: "exceptZero" });
  return text.replace("-", "−");
}

export function signed(value: number): string {
  return value > 0 ? `+${written(value)}` : value < 0 ? `−${written(-value)}` : "0";
}

/** A hex for somebody who cannot see the map: what it is, who is there, what can be picked. */
export function spoken(t: TFunction, board: Board, scene: Scene, hex: string): string {
  const picks = picksByName(scene.offer);
  const offered = picks.get(hex);
  const parts = [hexTitle(board, hex), groundOf(board, hex)];
  const owner = scene.owners[hex];
  if (owner) parts.push(t("inspect.held", sideForms(board, owner)));
  for (const mark of scene.marks[hex] ?? []) parts.push(mark.text);
  for (const id of unitsIn(scene, hex)) {
    const info = board.units[id];
    const unit = scene.units[id];
    if (!info || !unit) continue;
    const flags = unit.flags.map((flag) => flagName(board, flag, t));
    parts.push([info.name, unit.factors, ...flags, picks.has(id) ? t("picks.can") : ""].filter(Boolean).join(", "));
  }
  if (offered) parts.push(t("picks.canHex") + (offered.cost != null ? `, ${t("inspect.cost", { cost: written(offered.cost) })}` : ""));
  return parts.filter(Boolean).join(". ");
}
