import { inkOn, mix } from "./colour";
import { AMBER } from "./pen";
import type { Stage } from "./stage";

/** The whole map small, a dot for each stack, the part that is on the screen. */
export function drawOverview(stage: Stage, canvas: HTMLCanvasElement, width: number): void {
  const box = stage.box;
  const k = width / box.width;
  const ratio = stage.ratio;
  const height = box.height * k;
  const [wideInPixels, highInPixels] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== wideInPixels || canvas.height !== highInPixels) {
    canvas.width = wideInPixels;
    canvas.height = highInPixels;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
  }
  const c = canvas.getContext("2d")!;
  c.setTransform(ratio, 0, 0, ratio, 0, 0);
  c.fillStyle = stage.paper?.done === "whole" ? "#3a352d" : "#e9e0ca";
  c.fillRect(0, 0, width, height);
  c.imageSmoothingQuality = "high";
  if (stage.paper?.small) {
    const { box: paper, small } = stage.paper;
    const scale = small.width / paper.width;
    c.drawImage(small, (box.x - paper.x) * scale, (box.y - paper.y) * scale, box.width * scale, box.height * scale, 0, 0, width, height);
  }
  for (const [hex, stack] of stage.stacks) {
    const centre = stage.geometry.centre(hex);
    const info = stage.board.units[stack.at(-1) ?? ""];
    if (!centre || !info) continue;
    const side = stage.board.sides.find((each) => each.key === info.side);
    const [x, y] = [(centre[0] - box.x) * k, (centre[1] - box.y) * k];
    c.fillStyle = mix(side?.ground ?? info.ground, inkOn(side?.ground ?? info.ground), 0.3);
    const at = stage.board.sides.indexOf(side!);
    if (at === 1) c.fillRect(x - 1.7, y - 1.7, 3.4, 3.4);
    else {
      c.beginPath();
      c.arc(x, y, 1.9, 0, 2 * Math.PI);
      c.fill();
    }
  }
  const across = (at: number) => Math.max(1.5, Math.min(width - 1.5, at));
  const down = (at: number) => Math.max(1.5, Math.min(height - 1.5, at));
  const [left, top] = [across((-stage.view.x / stage.view.k - box.x) * k), down((-stage.view.y / stage.view.k - box.y) * k)];
  const [wide, high] = [
    across(((stage.width - stage.view.x) / stage.view.k - box.x) * k) - left,
    down(((stage.height - stage.view.y) / stage.view.k - box.y) * k) - top,
  ];
  c.strokeStyle = "#1d1a15";
  c.lineWidth = 3;
  c.strokeRect(left, top, wide, high);
  c.strokeStyle = AMBER;
  c.lineWidth = 1.5;
  c.strokeRect(left, top, wide, high);
}
