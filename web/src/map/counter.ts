import type { UnitInfo, UnitState } from "../api";
import { bandOf, inkOn, mix } from "./colour";
import { ms } from "./symbols";

export const FACTOR_FACE = '"Barlow Condensed", "Liberation Sans Narrow", sans-serif';

/** The parts of a counter that can be read: its symbol with its strength, with its first two factors, with all of them; with echelon and
 * marks too, and with its name. */
export type Detail = "block" | "pair" | "small" | "plain" | "full";

/** The detail of a counter, by the CSS pixels that its side has where all of it is shown. */
export function detailOf(pixels: number): Detail {
  return pixels < 11 ? "block" : pixels < 16 ? "pair" : pixels < 26 ? "small" : pixels < 40 ? "plain" : "full";
}

/** Whether a counter is too small for its whole face. */
export function isSmall(detail: Detail): boolean {
  return detail === "block" || detail === "pair" || detail === "small";
}

/** The most letters that a small counter has room for. */
const ROOM = 6;

/** What a counter prints of its factors: all, attack and defence, or its strength, the first of them. */
export function printed(factors: string, detail: Detail): string {
  if (!isSmall(detail) || (detail === "small" && factors.length <= ROOM)) return factors;
  const [strength = ""] = factors.match(/\d+/) ?? [];
  const [pair] = detail === "block" ? [] : (factors.match(/^\d+[-/]\d+/) ?? []);
  return pair ?? strength;
}

/** An APP-6 code in the form in which the page draws it: a friend's rectangle, without echelon (it is lettered). */
export function framed(symbol: string): string {
  if (/^\d{20,}$/.test(symbol)) return `${symbol.slice(0, 3)}3${symbol.slice(4, 8)}00${symbol.slice(10)}`;
  if (/^[A-Z]/i.test(symbol) && symbol.length >= 10) return `${symbol[0]}F${symbol.slice(2, 10)}--${symbol.slice(12)}`.padEnd(15, "-");
  return symbol;
}

/** Whether a code says "headquarters": letters have it in the eleventh place, digits in the eighth. */
export function isHeadquarters(symbol: string): boolean {
  if (/^\d{20,}$/.test(symbol)) return "2367".includes(symbol[7]!);
  return symbol === "hq" || (/^[A-Z]/i.test(symbol) && symbol.length >= 11 && "ABCD".includes(symbol[10]!.toUpperCase()));
}

export type PipShape = "play" | "circle" | "square" | "hexagon" | "octagon";

export interface Pip {
  letter: string;
  shape: PipShape;
  fill: string;
  ink: string;
}

const PIPS: Record<string, Pip> = {
  activated: { letter: "A", shape: "play", fill: "#2f6d53", ink: "#f3fbf4" },
  moved: { letter: "M", shape: "circle", fill: "#e9e4d6", ink: "#26231d" },
  fought: { letter: "F", shape: "square", fill: "#3b3a37", ink: "#f4eddc" },
  oos: { letter: "O", shape: "hexagon", fill: "#f0c14b", ink: "#2b1d00" },
  isolated: { letter: "I", shape: "octagon", fill: "#8e1f1a", ink: "#fff1e2" },
  disrupted: { letter: "D", shape: "square", fill: "#6a4c93", ink: "#fdf6ff" },
  spent: { letter: "S", shape: "circle", fill: "#55606b", ink: "#f4f6f8" },
  fired: { letter: "G", shape: "square", fill: "#7a4a1c", ink: "#fff4e2" },
  defended: { letter: "×", shape: "square", fill: "#7a1f17", ink: "#fff4e2" },
  struck: { letter: "×", shape: "square", fill: "#7a1f17", ink: "#fff4e2" },
  twice: { letter: "2", shape: "play", fill: "#2f6d53", ink: "#f3fbf4" },
  building: { letter: "W", shape: "circle", fill: "#e9e4d6", ink: "#26231d" },
};

/** Flags that show otherwise: a reduced unit has a diagonal band. */
export function pips(flags: readonly string[]): Pip[] {
  return flags
    .filter((flag) => flag !== "reduced")
    .map((flag) => PIPS[flag] ?? { letter: (flag[0] ?? "?").toUpperCase(), shape: "circle" as const, fill: "#e9e4d6", ink: "#26231d" });
}

function outline(context: CanvasRenderingContext2D, shape: PipShape, x: number, y: number, r: number): void {
  context.beginPath();
  if (shape === "circle") context.arc(x, y, r, 0, 2 * Math.PI);
  else if (shape === "square") context.rect(x - r * 0.9, y - r * 0.9, r * 1.8, r * 1.8);
  else {
    // "play" points to the right: it may go; nothing about it warns
    const sides = { play: 3, hexagon: 6, octagon: 8 }[shape];
    const grown = sides === 3 ? r * 1.36 : r * 1.08;
    const turn = sides === 8 ? Math.PI / 8 : 0;
    for (let i = 0; i < sides; i++) {
      const angle = turn + (i * 2 * Math.PI) / sides;
      const [px, py] = [x + Math.cos(angle) * grown - (sides === 3 ? r * 0.2 : 0), y + Math.sin(angle) * grown];
      if (i) context.lineTo(px, py);
      else context.moveTo(px, py);
    }
    context.closePath();
  }
}

export function drawPip(context: CanvasRenderingContext2D, pip: Pip, x: number, y: number, r: number): void {
  outline(context, pip.shape, x, y, r);
  context.fillStyle = pip.fill;
  context.fill();
  context.lineWidth = Math.max(0.6, r * 0.16);
  context.strokeStyle = "rgba(20,15,8,.75)";
  context.stroke();
  context.fillStyle = pip.ink;
  context.font = `700 ${r * 1.5}px ${FACTOR_FACE}`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(pip.letter, x - (pip.shape === "play" ? r * 0.24 : 0), y + r * 0.1);
}

/** A glyph with where its frame lies inside the picture. */
function glyph(
  symbol: string,
  ink: string,
  width: number,
  pen: number,
): { canvas: HTMLCanvasElement; width: number; height: number } | null {
  const made = new ms.Symbol(framed(symbol), {
    size: (width / 1.5) * 1.0,
    monoColor: ink,
    fill: false,
    infoFields: false,
    strokeWidth: pen,
    padding: 0,
  });
  if (!made.isValid()) return null;
  const canvas = made.asCanvas(1);
  const scale = width / canvas.width;
  return { canvas, width, height: canvas.height * scale };
}

function drawSymbol(context: CanvasRenderingContext2D, info: UnitInfo, x: number, y: number, width: number): void {
  // small symbols need a thicker line to be seen
  const pen = Math.max(6.5, Math.min(13, 300 / width));
  const height = width * 0.66;
  context.strokeStyle = info.ink;
  context.fillStyle = info.ink;
  context.lineWidth = (width * pen) / 150;
  const found = isHeadquarters(info.symbol) ? null : glyph(info.symbol, info.ink, width, pen);
  if (found) {
    context.drawImage(found.canvas, x - found.width / 2, y - found.height / 2, found.width, found.height);
    return;
  }
  // a headquarters: a flag on its staff
  const [left, top] = [x - width / 2, y - height / 2];
  context.strokeRect(left, top, width, height);
  context.beginPath();
  context.moveTo(left, top + height);
  context.lineTo(left, top + height * 1.32);
  context.stroke();
  context.font = `700 ${height * 0.86}px ${FACTOR_FACE}`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText("HQ", x, y + height * 0.05);
}

/** Paint a counter on a square of `s` pixels at 0,0. */
export function paintCounter(context: CanvasRenderingContext2D, info: UnitInfo, unit: UnitState, s: number, detail: Detail): void {
  const u = s / 100;
  const edge = mix(info.ground, "#000000", 0.48);
  const light = mix(info.ground, "#ffffff", 0.28);
  const inset = 1.2 * u;
  context.save();
  context.beginPath();
  context.roundRect(inset, inset, s - 2 * inset, s - 2 * inset, 4 * u + 0.5);
  context.fillStyle = info.ground;
  context.fill();
  context.clip();
  // the light of a lamp from the upper left
  const lamp = context.createLinearGradient(0, 0, s, s);
  lamp.addColorStop(0, "rgba(255,250,235,.16)");
  lamp.addColorStop(0.5, "rgba(255,250,235,0)");
  lamp.addColorStop(1, "rgba(30,20,8,.12)");
  context.fillStyle = lamp;
  context.fillRect(0, 0, s, s);
  const reduced = unit.flags.includes("reduced") || unit.steps < unit.of;
  if (reduced) {
    context.beginPath();
    context.moveTo(0, s);
    context.lineTo(0, 66 * u);
    context.lineTo(66 * u, 0);
    context.lineTo(s, 0);
    context.lineTo(s, 34 * u);
    context.lineTo(34 * u, s);
    context.closePath();
    context.fillStyle = inkOn(info.ground) === "#1c1a16" ? "rgba(255,252,240,.5)" : "rgba(255,245,228,.24)";
    context.fill();
  }
  const band = info.band ?? bandOf(info.formation);
  const wide = isSmall(detail) ? 12 * u : 17 * u;
  context.fillStyle = band;
  context.fillRect(0, 0, wide, s);
  context.fillStyle = "rgba(0,0,0,.28)";
  context.fillRect(wide - 0.5 * u, 0, 1 * u, s);
  context.restore();

  context.beginPath();
  context.roundRect(inset, inset, s - 2 * inset, s - 2 * inset, 4 * u + 0.5);
  context.lineWidth = Math.max(1, 2.2 * u);
  context.strokeStyle = edge;
  context.stroke();
  if (!isSmall(detail)) {
    context.beginPath();
    context.moveTo(4 * u, 3.2 * u);
    context.lineTo(96 * u, 3.2 * u);
    context.lineWidth = Math.max(0.6, 1.4 * u);
    context.strokeStyle = light;
    context.globalAlpha = 0.5;
    context.stroke();
    context.globalAlpha = 1;
  }

  const middle = 17 * u + (s - 17 * u) / 2;
  if (isSmall(detail)) {
    const shown = printed(unit.factors, detail);
    const x = 12 * u + (s - 12 * u) / 2;
    drawSymbol(context, info, x, shown ? s * 0.27 : s * 0.5, shown ? 56 * u : 68 * u);
    context.fillStyle = info.ink;
    context.textAlign = "center";
    context.textBaseline = "alphabetic";
    // as large as the width lets them be
    context.font = `700 ${58 * u}px ${FACTOR_FACE}`;
    const size = Math.min(58, (58 * 85 * u) / context.measureText(shown).width);
    context.font = `700 ${size * u}px ${FACTOR_FACE}`;
    context.fillText(shown, x, (95 - (58 - size) * 0.3) * u);
    return;
  }
  drawSymbol(context, info, middle, 37.5 * u, 50 * u);
  context.fillStyle = info.ink;
  context.textAlign = "center";
  context.textBaseline = "alphabetic";
  context.font = `700 ${15.5 * u}px ${FACTOR_FACE}`;
  context.letterSpacing = `${0.6 * u}px`;
  context.fillText(info.echelon, middle, 17 * u, 60 * u);
  context.letterSpacing = "0px";
  let size = 37 * u;
  context.font = `700 ${size}px ${FACTOR_FACE}`;
  const room = 78 * u;
  const needed = context.measureText(unit.factors).width;
  if (needed > room) size *= room / needed;
  context.font = `700 ${size}px ${FACTOR_FACE}`;
  context.fillText(unit.factors, middle, 92.5 * u);

  if (unit.rating) {
    context.font = `700 ${22 * u}px ${FACTOR_FACE}`;
    context.fillText(unit.rating, 25.3 * u, 45 * u, 14.5 * u);
  }
  if (detail === "full") {
    context.save();
    context.translate(wide / 2, s / 2);
    context.rotate(-Math.PI / 2);
    context.fillStyle = inkOn(band);
    let id = 15.5 * u;
    context.font = `600 ${id}px ${FACTOR_FACE}`;
    const long = context.measureText(info.label).width;
    if (long > 88 * u) id *= (88 * u) / long;
    context.font = `600 ${id}px ${FACTOR_FACE}`;
    context.textBaseline = "middle";
    context.fillText(info.label, 0, 0.8 * u);
    context.restore();
  }
  pips(unit.flags).forEach((pip, i) => {
    drawPip(context, pip, s - 8.5 * u, 11 * u + i * 19.5 * u, 8 * u);
  });
}

/** Counters as bitmaps, made once for each face that a counter shows. */
export class CounterCache {
  private readonly made = new Map<string, HTMLCanvasElement>();

  get(id: string, info: UnitInfo, unit: UnitState, pixels: number, detail: Detail): HTMLCanvasElement {
    const shown = isSmall(detail)
      ? `${printed(unit.factors, detail)}|${unit.flags.includes("reduced")}`
      : `${unit.factors}|${unit.rating ?? ""}|${unit.flags.join()}`;
    const key = `${id}|${pixels}|${detail}|${shown}|${unit.steps}/${unit.of}`;
    let canvas = this.made.get(key);
    if (!canvas) {
      if (this.made.size > 900) this.made.clear();
      canvas = document.createElement("canvas");
      canvas.width = canvas.height = pixels;
      paintCounter(canvas.getContext("2d")!, info, unit, pixels, detail);
      this.made.set(key, canvas);
    }
    return canvas;
  }

  clear(): void {
    this.made.clear();
  }
}
