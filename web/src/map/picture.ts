import type { PathAnswer, Pick, ReachAnswer, Scene } from "../api";
import type { Overlay } from "./patterns";

export interface Arrow {
  hexes: string[];
  /** 1 for what happens now, less for what is past. */
  weight: number;
  side: string | null;
}

/** Everything that lies on the map: what the stage paints above the paper. */
export interface Picture {
  scene: Scene | null;
  picks: ReadonlyMap<string, Pick>;
  chosenUnits: ReadonlySet<string>;
  chosenHexes: ReadonlySet<string>;
  hover: string | null;
  cursor: string | null;
  inspected: string | null;
  reach: ReachAnswer | null;
  path: PathAnswer | null;
  overlays: Overlay[];
  arrows: Arrow[];
  counters: boolean;
  calm: boolean;
}

export const NOTHING: Picture = {
  scene: null,
  picks: new Map(),
  chosenUnits: new Set(),
  chosenHexes: new Set(),
  hover: null,
  cursor: null,
  inspected: null,
  reach: null,
  path: null,
  overlays: [],
  arrows: [],
  counters: true,
  calm: false,
};

/** The units in each hex, the lowest first. */
export function stacksOf(scene: Scene): Map<string, string[]> {
  const stacks = new Map<string, string[]>();
  for (const [id, unit] of Object.entries(scene.units)) {
    if (!unit.hex) continue;
    const stack = stacks.get(unit.hex);
    if (stack) stack.push(id);
    else stacks.set(unit.hex, [id]);
  }
  const top = (id: string) => scene.units[id]?.top ?? 0;
  for (const stack of stacks.values()) stack.sort((a, b) => top(b) - top(a));
  return stacks;
}
