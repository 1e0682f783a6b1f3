import type { Board, Scene } from "../api";

/** The letters before a hex's number: its sheet. */
function sheetOf(hex: string): string {
  return /^\D*/.exec(hex)![0];
}

/** The hex that somebody means by a number, the name of a place or a unit. A number without its letter is on the sheet of
 * `near`, a hex that is in view, or on the first that has it. */
export function findHex(board: Board, scene: Scene | null, text: string, near: string | null): string | null {
  const wanted = text.trim().toLowerCase();
  if (!wanted) return null;
  const hexes = Object.keys(board.grid.hexes).filter((hex) =>
    [hex, hex.slice(sheetOf(hex).length)].some((name) => name.toLowerCase() === wanted),
  );
  if (hexes.length) return hexes.find((hex) => near !== null && sheetOf(hex) === sheetOf(near)) ?? hexes[0]!;
  const place = Object.entries(board.names).find(([, name]) => name.toLowerCase().startsWith(wanted));
  if (place) return place[0];
  const unit = Object.entries(board.units).find(
    ([id, { label, name }]) =>
      scene?.units[id]?.hex && (id === wanted || label.toLowerCase() === wanted || name.toLowerCase().startsWith(wanted)),
  );
  return (unit && scene?.units[unit[0]]?.hex) ?? null;
}
