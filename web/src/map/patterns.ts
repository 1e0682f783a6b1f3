import type { Board, Line, OverlayAnswer, OverlayInfo } from "../api";
import { channels, mix } from "./colour";
import type { Geometry } from "./geometry";

/** From a point of the board to another. */
export type Segment = readonly [number, number, number, number];

export interface Tint {
  colour: string;
  alpha: number;
}

export interface Area {
  text: string;
  hexes: string[];
  colour: string;
  /** The hatching, which is recognisable without colour; null if the area has none. */
  hatch: number | null;
  /** A wash for an area that may cover nearly everything: it says at each hex whether it belongs to the area. */
  tint: Tint | null;
  /** Whether the border has gaps: those of one of two sides have. */
  dashed: boolean;
  /** The value of the area, from 0 to 1, by which its dots grow; null if it has none. */
  level: number | null;
  border: Segment[];
}

export interface Overlay {
  info: OverlayInfo;
  areas: Area[];
  texts: Record<string, string>;
  lines: { colour: string; hexes: string[] }[];
  notes: Line[];
}

/** The sides of the hexes of a set beyond which the set ends, as segments in board coordinates. */
export function borderOf(hexes: readonly string[], geometry: Geometry): Segment[] {
  const inside = new Set(hexes);
  const out: Segment[] = [];
  for (const hex of hexes) {
    const centre = geometry.centre(hex);
    if (!centre) continue;
    const [x, y] = centre;
    for (let i = 0; i < 6; i++) {
      const a = geometry.corners[i]!;
      const b = geometry.corners[(i + 1) % 6]!;
      const other = geometry.at(x + a[0] + b[0], y + a[1] + b[1]);
      if (other === hex || other === null || !inside.has(other)) out.push([x + a[0], y + a[1], x + b[0], y + b[1]]);
    }
  }
  return out;
}

const NEUTRAL = ["#5b4a86", "#2f6f62", "#8a5a16", "#7a2f4a", "#3c5a8a", "#5f6b1f"];
// blue and vermilion stay apart for every kind of colour blindness, and as tints one is darker than the other
const INKS = ["#9c3b12", "#1f5582", "#5b4a86", "#2f6f62"];
const TINTS: Tint[] = [
  { colour: "#e8772e", alpha: 0.32 },
  { colour: "#1b62b0", alpha: 0.34 },
  { colour: "#5b4a86", alpha: 0.3 },
  { colour: "#2f6f62", alpha: 0.3 },
];
/** The inks of hexes that would be cut off by an enemy there, and of units that are cut off. */
const [CUTTING, CUT_OFF] = ["#4b1d63", "#8e1f1a"];
/** Hatchings beside those by lines, which are 0 to 3. */
const [CROSSES, DOTS] = [4, 5];

/** The place of a side among the inks: the side with the warmest counters has the first, so that it is the same side in each game. */
function inkOf(board: Board, side: string | null | undefined): number {
  const warmth = (ground: string) => channels(ground)[0] - channels(ground)[2];
  const warmest = [...board.sides].sort((a, b) => warmth(b.ground) - warmth(a.ground));
  return warmest.findIndex((each) => each.key === side);
}

/** Inks of overlays: the sides' own colours, dark enough to be read on paper. */
export function overlayInk(board: Board, side: string | null | undefined, n: number): string {
  const at = inkOf(board, side);
  return at < 0 ? NEUTRAL[n % NEUTRAL.length]! : (INKS[at] ?? mix(board.sides[at]!.ground, "#000000", 0.45));
}

type Look = Pick<Area, "colour" | "hatch" | "tint">;

/** The look of an area of supply by its kind: a wash in the side's colour where units are supplied, dotted where only some are; its
 * sources hatched; crosses where an enemy would cut; other areas are of units without supply. */
function supplyLook(kind: string, board: Board, side: string | null, n: number): Look {
  const at = inkOf(board, side);
  const colour = overlayInk(board, side, n);
  if (kind.startsWith("supplied")) {
    const whole = TINTS[at] ?? { colour, alpha: 0.3 };
    return kind === "supplied" ? { colour, hatch: null, tint: whole } : { colour, hatch: DOTS, tint: { ...whole, alpha: whole.alpha / 2 } };
  }
  if (kind.startsWith("source")) return { colour, hatch: Math.max(at, 0) % 2, tint: null };
  if (kind === "cuts" || kind === "cut here") return { colour: CUTTING, hatch: CROSSES, tint: null };
  return { colour: CUT_OFF, hatch: 2 + (n % 2), tint: null };
}

/** The strength of a value's dots, in four steps; the least where nothing can be done. */
export function levelOf(value: number): number {
  return value < 0 ? 0 : Math.round(Math.min(1, value) * 4) / 4;
}

/** One overlay made from the answers for each side (or from the only answer). */
export function makeOverlay(info: OverlayInfo, answers: readonly OverlayAnswer[], board: Board, geometry: Geometry): Overlay {
  const areas: Area[] = [];
  const texts: Record<string, string> = {};
  const lines: Overlay["lines"] = [];
  const levels = new Map<number, string[]>();
  answers.forEach((answer) => {
    const at = board.sides.findIndex((side) => side.key === answer.side);
    answer.areas.forEach((area, n) => {
      const plain = (): Look => ({
        colour: overlayInk(board, at >= 0 && n === 0 ? answer.side : null, n + Math.max(0, at)),
        hatch: (Math.max(at, 0) + 2 * n) % 4,
        tint: null,
      });
      areas.push({
        text: area.text,
        hexes: area.hexes,
        ...(info.kind === "supply" ? supplyLook(area.kind, board, answer.side, n) : plain()),
        dashed: Math.max(at, 0) % 2 === 1,
        level: null,
        border: borderOf(area.hexes, geometry),
      });
    });
    for (const hexes of answer.lines) lines.push({ colour: overlayInk(board, answer.side, 0), hexes });
    for (const [hex, { text, value }] of Object.entries(answer.values)) {
      texts[hex] = text;
      const level = levelOf(value);
      const found = levels.get(level);
      if (found) found.push(hex);
      else levels.set(level, [hex]);
    }
  });
  for (const [level, hexes] of levels)
    areas.push({ text: "", hexes, colour: "#7a2f12", hatch: 0, tint: null, dashed: false, level, border: [] });
  return { info, areas, texts, lines, notes: answers.flatMap((answer) => answer.notes) };
}

const STEP = 9;

/** A tile of a hatching: lines that rise, lines that fall, level lines, upright lines, crosses, dots; dots are larger for a greater level. */
export function hatching(hatch: number, level: number | null, colour: string, ratio: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  const s = STEP * ratio;
  canvas.width = canvas.height = s;
  const c = canvas.getContext("2d")!;
  c.strokeStyle = c.fillStyle = colour;
  if (level !== null) {
    c.globalAlpha = 0.85;
    c.beginPath();
    c.arc(s / 2, s / 2, s * (0.08 + 0.4 * level), 0, 2 * Math.PI);
    c.fill();
    return canvas;
  }
  c.globalAlpha = 0.62;
  c.lineWidth = 1.25 * ratio;
  c.beginPath();
  if (hatch === DOTS) {
    c.arc(s / 2, s / 2, s * 0.11, 0, 2 * Math.PI);
    c.fill();
    return canvas;
  }
  if (hatch === 0 || hatch === CROSSES)
    for (const d of [-1, 0, 1]) {
      c.moveTo(d * s - 1, s + 1);
      c.lineTo(d * s + s + 1, -1);
    }
  if (hatch === 1 || hatch === CROSSES)
    for (const d of [-1, 0, 1]) {
      c.moveTo(d * s - 1, -1);
      c.lineTo(d * s + s + 1, s + 1);
    }
  if (hatch === 2) {
    c.moveTo(0, s / 2);
    c.lineTo(s, s / 2);
  }
  if (hatch === 3) {
    c.moveTo(s / 2, 0);
    c.lineTo(s / 2, s);
  }
  c.stroke();
  return canvas;
}
