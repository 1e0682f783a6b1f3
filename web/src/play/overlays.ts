import { makeOverlay, type Overlay } from "../map/patterns";
import type { Desk } from "./state";

/** The overlays that are switched on. */
export class Overlays {
  private keys: string[] = [];

  constructor(private readonly desk: Desk) {}

  toggle(key: string): void {
    this.keys = this.keys.includes(key) ? this.keys.filter((each) => each !== key) : [...this.keys, key];
    void this.load();
  }

  /** The position has changed: ask again for the overlays that are switched on. */
  refresh(): void {
    if (this.keys.length) void this.load();
  }

  private async load(): Promise<void> {
    const { board, geometry, unit, scene } = this.desk.store.get();
    if (!board || !geometry) return;
    const wanted = [...this.keys];
    const shown: Overlay[] = [];
    for (const key of wanted) {
      const info = board.overlays.find((each) => each.key === key);
      if (!info) continue;
      const sides = info.of === "side" ? board.sides.map((side) => side.key) : [undefined];
      const asked = info.kind === "odds" && scene?.side ? [scene.side] : sides;
      const chosen = info.of === "unit" ? (unit ?? scene?.offer?.chosen.units[0]) : undefined;
      const told = await Promise.allSettled(
        asked.map((side) => this.desk.ask("overlay", { overlay: key, ...(side ? { side } : {}), ...(chosen ? { unit: chosen } : {}) })),
      );
      const answers = told.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
      const failed = told.find((each) => each.status === "rejected");
      if (!answers.length && failed?.status === "rejected") this.desk.notice(String((failed.reason as Error).message));
      if (answers.length) shown.push(makeOverlay(info, answers, board, geometry));
      else this.keys = this.keys.filter((each) => each !== key);
    }
    if (this.keys.every((key) => wanted.includes(key)))
      this.desk.store.set({ overlays: shown.filter((each) => this.keys.includes(each.info.key)) });
  }
}
