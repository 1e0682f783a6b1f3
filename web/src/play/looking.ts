import type { PathAnswer, ReachAnswer } from "../api";
import { Refused } from "../net/socket";
import { hexOf, picksByName, unitsIn } from "./offer";
import type { Desk, Reason } from "./state";

/** Questions about the position: why not, what is there, how far, by which way, at what odds. */
export class Looking {
  private readonly reaches = new Map<string, Promise<ReachAnswer>>();
  private readonly paths = new Map<string, Promise<PathAnswer>>();
  private timer = 0;
  /** The why-not that is waited for: an answer that comes when somebody has gone on is not shown. */
  private asked: { pick: string } | null = null;

  constructor(private readonly desk: Desk) {}

  /** The position has changed: ask the open question again. */
  forget(): void {
    this.reaches.clear();
    this.paths.clear();
    this.hush();
  }

  /** Why something cannot be picked, and the others of its stack: aloud where it was asked, else in a line of the
   * inspector. */
  async why(pick: string, quiet = false, others: readonly string[] = []): Promise<void> {
    const asked = { pick };
    this.asked = asked;
    const told = await Promise.all([pick, ...others].map((name) => this.reason(name)));
    const each: Reason[] = [];
    for (const { units, rule, text } of told) {
      const same = each.find((known) => known.rule === rule && known.text === text);
      if (same) same.units.push(...units);
      else if (text) each.push({ units, rule, text });
    }
    const [first] = each;
    if (!first || this.asked !== asked) return;
    const { rule, text } = first;
    this.desk.store.set({
      why: { pick: first.units[0]!, hex: hexOf(this.desk.store.get(), pick), rule, text, quiet, each: each.length > 1 ? each : [] },
    });
  }

  /** The reason why one pick is not offered; its text is empty if there is none. */
  async reason(pick: string): Promise<Reason> {
    try {
      const { rule, text } = await this.desk.ask("why", { pick });
      return { units: [pick], rule, text };
    } catch (error) {
      return { units: [pick], ...(error instanceof Refused ? { rule: error.rule, text: error.message } : { rule: "", text: "" }) };
    }
  }

  /** No why-not any more, neither the one that is shown nor one that is on its way. */
  hush(): void {
    this.asked = null;
    if (this.desk.store.get().why) this.desk.store.set({ why: null });
  }

  async at(hex: string, unit: string | null): Promise<void> {
    this.desk.store.set({ inspected: hex, unit });
    if (this.desk.store.get().hexFacts?.hex !== hex) this.desk.store.set({ hexFacts: null });
    try {
      const facts = await this.desk.ask("hex", { hex });
      if (this.desk.store.get().inspected === hex) this.desk.store.set({ hexFacts: facts });
    } catch {
      // the board's own sentence is shown
    }
  }

  /** The units in hand: those that are taken together, or the one that moves. An attack by them is forecast from where they
   * are, before they move. */
  private inHand(): string[] {
    const { group, scene } = this.desk.store.get();
    return group.size ? [...group] : (scene?.offer?.chosen.units ?? []);
  }

  async odds(hex: string): Promise<void> {
    const units = this.inHand();
    try {
      const odds = await this.desk.ask("odds", units.length ? { hex, units } : { hex });
      this.desk.store.set({ odds, inspected: hex });
    } catch (error) {
      this.desk.notice(error instanceof Error ? error.message : String(error));
    }
  }

  reach(unit: string | null): void {
    if (!unit) {
      if (this.desk.store.get().reach) this.desk.store.set({ reach: null });
      return;
    }
    let told = this.reaches.get(unit);
    if (!told) {
      told = this.desk.ask("reach", { unit });
      this.reaches.set(unit, told);
    }
    told.then(
      (reach) => {
        const { hover, unit: inspectedUnit, scene } = this.desk.store.get();
        const wanted = inspectedUnit === unit || (hover !== null && scene?.units[unit]?.hex === hover);
        if (wanted) this.desk.store.set({ reach });
      },
      () => undefined,
    );
  }

  /** The answer about a unit that the present question needs: its reach, its range, or nothing. */
  hint(unit: string): void {
    const hover = this.desk.store.get().scene?.offer?.hover;
    if (hover === "reach") this.reach(unit);
    else if (hover) void this.range(unit, hover);
  }

  /** The hexes of a unit's own overlay, as its reach. */
  private async range(unit: string, overlay: string): Promise<void> {
    try {
      const { areas } = await this.desk.ask("overlay", { overlay, unit });
      const { hover, scene } = this.desk.store.get();
      const hex = scene?.units[unit]?.hex;
      if (!hex || hover !== hex) return;
      const hexes = Object.fromEntries(areas.flatMap((area) => area.hexes).map((each) => [each, { cost: 0, left: 0, attack: true }]));
      this.desk.store.set({ reach: { unit, hex, points: 0, hexes, road: {} } as unknown as ReachAnswer });
    } catch {
      // it has none
    }
  }

  /** The mouse, or the keyboard's cursor, comes to a hex. */
  point(hex: string | null): void {
    const { hover, scene, fan, unit, group, reach } = this.desk.store.get();
    if (hex === hover) return;
    this.desk.store.set({ hover: hex, path: null, reach: unit || group.size ? reach : null });
    if (fan && !fan.held && fan.hex !== hex) this.desk.store.set({ fan: null });
    clearTimeout(this.timer);
    if (!hex || !scene) return;
    this.timer = window.setTimeout(() => this.linger(hex), 130);
  }

  private linger(hex: string): void {
    const { scene, fan, hover, cursor } = this.desk.store.get();
    if (!scene || (hover !== hex && cursor !== hex)) return;
    const picks = picksByName(scene.offer);
    const here = unitsIn(scene, hex);
    const offered = picks.get(hex);
    const mover = scene.offer?.chosen.units.length === 1 ? scene.offer.chosen.units[0] : undefined;
    if (mover && offered?.kind === "hex" && offered.cost != null) this.showPath(mover, hex);
    else if (!offered && !this.desk.store.get().group.size) {
      const unit = here.find((id) => picks.has(id));
      if (unit) this.hint(unit);
    }
    const units = offered ? [] : this.inHand();
    if ((offered || units.length) && here.length && !scene.offer?.odds) {
      const side = scene.side;
      const board = this.desk.store.get().board;
      if (here.some((id) => board?.units[id]?.side !== side)) void this.peekOdds(hex, units);
    }
    if (here.length > 1 && !fan?.held && hover === hex) this.desk.store.set({ fan: { hex, held: false } });
  }

  private async peekOdds(hex: string, units: string[]): Promise<void> {
    try {
      const odds = await this.desk.ask("odds", units.length ? { hex, units } : { hex });
      const { hover, cursor, scene } = this.desk.store.get();
      if ((hover === hex || cursor === hex) && !scene?.offer?.odds) this.desk.store.set({ odds });
    } catch {
      // there are no odds there
    }
  }

  private showPath(unit: string, hex: string): void {
    const name = `${unit}>${hex}`;
    let told = this.paths.get(name);
    if (!told) {
      told = this.desk.ask("path", { unit, hex });
      this.paths.set(name, told);
    }
    told.then(
      (path) => {
        const { hover, cursor } = this.desk.store.get();
        if (hover === hex || cursor === hex) this.desk.store.set({ path });
      },
      () => undefined,
    );
  }

  close(): void {
    clearTimeout(this.timer);
  }
}
