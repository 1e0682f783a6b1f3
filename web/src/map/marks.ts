import type { Board, ReachAnswer, Scene } from "../api";
import { written } from "../numbers";
import { FACTOR_FACE } from "./counter";
import { borderOf, type Segment } from "./patterns";
import { AMBER, DUTY, type Pen } from "./pen";
import type { Picture } from "./picture";

/** Hexes within reach, in the amber of what can be picked: a full border where the unit can still attack, a broken one where it cannot. */
export function drawReach(pen: Pen, reach: ReachAnswer): void {
  const { c } = pen;
  const [can, cannot] = [[] as string[], [] as string[]];
  for (const [hex, { attack }] of Object.entries(reach.hexes)) (attack ? can : cannot).push(hex);
  c.save();
  c.strokeStyle = AMBER;
  c.lineJoin = "round";
  c.lineWidth = Math.max(1.1, Math.min(2.6, pen.view.k * 1.3));
  c.fillStyle = "rgba(236,178,52,.3)";
  const near = pen.shape(can, 0.94);
  c.fill(near);
  c.stroke(near);
  c.fillStyle = "rgba(236,178,52,.15)";
  c.setLineDash([4, 4]);
  const far = pen.shape(cannot, 0.94);
  c.fill(far);
  c.stroke(far);
  c.restore();
}

/** With more hexes than these the ground would drown in their glow. */
const MANY = 150;
/** The shade and its border, as long as the same is asked. */
const shades = new WeakMap<Picture["picks"], { closed: string[]; border: Segment[] }>();

/** Where nearly everything can be picked, the rest lies in the shade, with a line between. */
function drawShade(pen: Pen, picks: Picture["picks"], hexes: readonly string[]): void {
  const { c, geometry } = pen;
  let shade = shades.get(picks);
  if (!shade) {
    shade = { closed: Object.keys(geometry.grid.hexes).filter((hex) => !picks.has(hex)), border: borderOf(hexes, geometry) };
    shades.set(picks, shade);
  }
  c.save();
  c.fillStyle = "rgba(38,33,26,.3)";
  c.fill(pen.shape(shade.closed, 1));
  c.strokeStyle = AMBER;
  c.lineWidth = Math.max(1.6, Math.min(3.4, pen.view.k * 1.9));
  c.lineJoin = c.lineCap = "round";
  c.stroke(pen.segments(shade.border));
  c.restore();
}

/** Hexes that can be picked glow; those that are picked have a solid border. */
export function drawPickableHexes(pen: Pen, picture: Picture): void {
  const { c } = pen;
  const hexes = [...picture.picks.values()].filter((pick) => pick.kind === "hex").map((pick) => pick.pick);
  if (hexes.length > MANY) drawShade(pen, picture.picks, hexes);
  else if (hexes.length) {
    const shape = pen.shape(hexes, 0.94);
    c.save();
    c.fillStyle = "rgba(236,178,52,.24)";
    c.fill(shape);
    c.shadowColor = AMBER;
    c.shadowBlur = 9 * pen.ratio;
    c.lineJoin = "round";
    c.strokeStyle = AMBER;
    c.lineWidth = Math.max(1.3, Math.min(3, pen.view.k * 1.5));
    c.stroke(shape);
    c.restore();
  }
  if (picture.chosenHexes.size) {
    pen.outline(picture.chosenHexes, "#5c3f00", Math.max(4.2, pen.view.k * 4), 0.95);
    pen.outline(picture.chosenHexes, AMBER, Math.max(2.6, pen.view.k * 2.6), 0.95);
  }
}

/** Hexes that have to be picked sooner or later have a border of their own among those that can be. */
export function drawDuties(pen: Pen, picture: Picture): void {
  const duties = [...picture.picks.values()].filter((pick) => pick.kind === "hex" && pick.must).map((pick) => pick.pick);
  if (!duties.length) return;
  const { c } = pen;
  c.save();
  c.lineJoin = "round";
  c.strokeStyle = DUTY;
  c.lineWidth = Math.max(2, Math.min(4.5, pen.view.k * 2.4));
  c.stroke(pen.shape(duties, 0.84));
  c.restore();
}

/** A small flag of whoever holds a place, with the VPs that it is worth; one with a red border is in danger. The flags of the two sides differ
 * in shape, so that they read without colour. */
export function drawOwners(pen: Pen, scene: Scene, board: Board): void {
  const { c, unit } = pen;
  if (unit < 9) return;
  for (const hex of new Set([...Object.keys(scene.owners), ...Object.keys(scene.objectives)])) {
    const goal = scene.objectives[hex];
    const at = board.sides.findIndex((each) => each.key === (goal?.side ?? scene.owners[hex]));
    const spot = pen.spot(hex, unit * 2);
    if (!spot || (unit < 14.5 && !goal)) continue;
    const [x, y] = spot;
    const high = Math.max(8, unit * 0.3);
    const text = goal ? written(goal.value) : "";
    c.font = `700 ${high * 0.98}px ${FACTOR_FACE}`;
    const wide = Math.max(unit * 0.42, c.measureText(text).width + high * 0.55);
    const [left, top] = [x - wide / 2, y + unit * 0.9 - high];
    const side = board.sides[at];
    c.beginPath();
    c.moveTo(left, top);
    c.lineTo(left + wide, top);
    // the flag of the second side has a notch
    if (at === 1) c.lineTo(left + wide - high * 0.3, top + high / 2);
    c.lineTo(left + wide, top + high);
    c.lineTo(left, top + high);
    c.closePath();
    c.fillStyle = side?.ground ?? "#efe8d6";
    c.fill();
    c.strokeStyle = goal?.danger ? "#c21f10" : "#2b251b";
    c.lineWidth = goal?.danger ? Math.max(1.8, unit * 0.08) : Math.max(0.7, unit * 0.035);
    c.stroke();
    if (!text) continue;
    c.fillStyle = side?.ink ?? "#27231c";
    c.textAlign = "center";
    c.textBaseline = "middle";
    c.fillText(text, left + wide / 2 - (at === 1 ? high * 0.1 : 0), top + high * 0.55);
  }
}

/** A lettered diamond. */
export function drawMark(c: CanvasRenderingContext2D, letter: string, x: number, y: number, r: number): void {
  c.beginPath();
  for (let i = 0; i < 4; i++) {
    const angle = (i * Math.PI) / 2;
    c.lineTo(x + Math.cos(angle) * r * 1.2, y + Math.sin(angle) * r * 1.2);
  }
  c.closePath();
  c.fillStyle = "#7a1f17";
  c.fill();
  c.strokeStyle = "#fbeedb";
  c.lineWidth = Math.max(0.8, r * 0.17);
  c.stroke();
  c.fillStyle = "#fff4e2";
  c.font = `700 ${r * 1.25}px ${FACTOR_FACE}`;
  c.textAlign = "center";
  c.textBaseline = "middle";
  c.fillText(letter, x, y + r * 0.06);
}

/** The contents of a hex apart from units, as lettered diamonds. */
export function drawMarks(pen: Pen, scene: Scene): void {
  const { c, unit } = pen;
  if (unit < 10) return;
  for (const [hex, marks] of Object.entries(scene.marks)) {
    const spot = pen.spot(hex, unit * 2);
    if (!spot) continue;
    const [x, y] = spot;
    marks
      .filter((mark) => mark.letter)
      .forEach((mark, n) => {
        const r = Math.max(4.5, unit * 0.19);
        const [mx, my] = [x + unit * 0.68 - n * r * 2.1, y + unit * 0.48];
        drawMark(c, mark.letter, mx, my, r);
      });
  }
}

/** The cost of reaching a hex, in its corner. */
export function drawCosts(pen: Pen, picture: Picture): void {
  const { unit } = pen;
  if (unit < 11) return;
  const size = Math.max(9, Math.min(17, unit * 0.42));
  const costs = new Map<string, number>();
  if (picture.reach) for (const [hex, { cost }] of Object.entries(picture.reach.hexes)) costs.set(hex, cost);
  for (const pick of picture.picks.values()) if (pick.kind === "hex" && pick.cost != null) costs.set(pick.pick, pick.cost);
  const edge = pen.geometry.corners[0]![0] === 0 ? [0.5, 0.62] : [0.42, 0.6];
  for (const [hex, cost] of costs) if (cost) pen.pill(hex, written(cost), edge[0]!, edge[1]!, size, "#fff7df", "#3a2a05");
}
