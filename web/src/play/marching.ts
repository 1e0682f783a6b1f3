import type { Hand, Order, ReachAnswer, Scene } from "../api";
import { takeable, unitsIn } from "./offer";
import type { Desk, PlayState } from "./state";

const NOBODY: ReadonlySet<string> = new Set();
/** More units than these have their common reach worked out only when they are sent. */
const MANY = 12;

/** The parts of a seat that movement needs. */
export interface Commander extends Desk {
  order(order: Order): Promise<void>;
  pick(name: string): void;
}

/** The units of movement: which are selected, which are told to stay, which is next. No rule is in it: the server says who
 * can be taken, and what an order does. */
export class Marching {
  private phase = "";
  /** The unit that was taken last: the next one comes after it. */
  private last: string | null = null;
  private asked = "";
  private timer = 0;

  constructor(private readonly desk: Commander) {}

  close(): void {
    clearTimeout(this.timer);
  }

  private get hand(): Hand | null {
    return this.desk.store.get().scene?.offer?.hand ?? null;
  }

  /** Keep the selection in a new scene; units that were told to stay do so until the phase ends. */
  after({ group, stay }: PlayState, scene: Scene): Partial<PlayState> {
    this.asked = "";
    clearTimeout(this.timer);
    if (!scene.offer) return { plan: null };
    const hand = scene.offer.hand;
    const phase = hand ? [scene.turn.number, scene.phase, scene.side].join("|") : "";
    const same = phase !== "" && phase === this.phase;
    this.phase = phase;
    if (hand?.units.length) this.last = hand.units.at(-1)!;
    const able = new Set([...(hand?.others ?? []), ...(hand?.units ?? [])]);
    const left = [...group].filter((id) => able.has(id));
    return { plan: null, stay: same ? stay : NOBODY, group: same && left.length > 1 ? new Set(left) : NOBODY };
  }

  /** Take the next unit by itself, where the player works through them and one has just been moved. */
  goOn(before: PlayState): void {
    const { inTurn } = this.desk.store.get();
    if (inTurn && before.scene?.offer?.hand?.units.length && this.hand && !this.hand.units.length) this.next(1);
  }

  /** The units that an order is for: those that are selected, or what is in hand. */
  selected(): string[] {
    const { group } = this.desk.store.get();
    return group.size ? [...group] : (this.hand?.units ?? []);
  }

  take(id: string): void {
    this.last = id;
    this.desk.store.set({ group: NOBODY });
    if (this.hand?.units.length) void this.desk.order({ units: [id] });
    else this.desk.pick(id);
  }

  /** Put down what is in hand and what is selected. False where there is nothing to put down. */
  putDown(): boolean {
    const { group } = this.desk.store.get();
    const held = Boolean(this.hand?.units.length && !this.hand.ends);
    if (group.size) this.select([]);
    if (held) void this.desk.order({ units: [] });
    return held || group.size > 0;
  }

  /** Send units to a hex, or as near as they can come. */
  send(to: string, via: string[] = [], units = this.selected(), towards = true): void {
    if (!units.length) return;
    this.last = units.at(-1)!;
    this.desk.store.set({ group: NOBODY, plan: null });
    void this.desk.order({ units, to, via, towards });
  }

  // -- several units ----------------------------------------------------------------------------------------------

  private select(units: Iterable<string>): void {
    const group = new Set(units);
    this.desk.store.set({ group, fan: null, plan: null, reach: null });
    if (group.size > 1) void this.reach([...group]);
  }

  /** Add units to those that are selected, or take them out. */
  toggle(units: readonly string[]): void {
    const { group } = this.desk.store.get();
    const held = this.hand?.ends ? [] : (this.hand?.units ?? []);
    const now = new Set(group.size ? group : held);
    const out = units.every((id) => now.has(id));
    for (const id of units)
      if (out) now.delete(id);
      else now.add(id);
    if (units.length) this.select(now);
  }

  /** The whole stack of a hex. */
  gather(hex: string): void {
    const { scene } = this.desk.store.get();
    const units = takeable(scene, hex);
    if (units.length > 1) this.select(units);
    else if (units.length && !this.hand?.units.includes(units[0]!)) this.take(units[0]!);
  }

  /** From a unit to its stack, and from the stack to its formation. */
  widen(): void {
    const { scene, cursor, hover, group } = this.desk.store.get();
    if (!this.hand || !scene) return;
    const first = this.selected()[0] ?? takeable(scene, cursor ?? hover)[0];
    if (!first) return;
    const now = new Set(group.size ? group : this.selected());
    const wider = [takeable(scene, scene.units[first]?.hex ?? null), ...this.formationsOf(first)];
    const next = wider.find((units) => units.some((id) => !now.has(id)));
    if (next) this.select(next);
  }

  /** The units that can be taken of a unit's division, then of its corps. */
  private formationsOf(id: string): string[][] {
    const { board } = this.desk.store.get();
    const parts = board?.units[id]?.formation.split(", ").filter(Boolean) ?? [];
    const all = [...(this.hand?.others ?? []), ...(this.hand?.units ?? [])];
    return parts.map((_, n) => {
      const name = parts.slice(n).join(", ");
      return all.filter((other) => board?.units[other]?.formation === name || board?.units[other]?.formation.endsWith(`, ${name}`));
    });
  }

  /** The hexes that all of some units can reach, at the cost of the slowest. */
  private async reach(units: string[]): Promise<void> {
    if (units.length > MANY) return;
    try {
      const told = await Promise.all(units.map((unit) => this.desk.ask("reach", { unit })));
      const { group } = this.desk.store.get();
      if (units.length !== group.size || !units.every((id) => group.has(id))) return;
      this.desk.store.set({ reach: common(told) });
    } catch {
      // a unit that has no reach, or no connection: the order says it
    }
  }

  // -- one after the other ----------------------------------------------------------------------------------------

  /** The units that can be taken and have not been told to stay, in the order of the formations. */
  waiting(): string[] {
    const { stay, board } = this.desk.store.get();
    const able = new Set(this.hand?.others ?? []);
    return Object.keys(board?.units ?? {}).filter((id) => able.has(id) && !stay.has(id));
  }

  /** Take the next unit that can move. The hex where it is, if there is one. */
  next(by: 1 | -1): string | null {
    const { board, scene } = this.desk.store.get();
    const waiting = this.waiting();
    if (!board || !waiting.length) return null;
    const all = Object.keys(board.units);
    const from = all.indexOf(this.hand?.units[0] ?? this.last ?? "");
    const after = by > 0 ? waiting.find((id) => all.indexOf(id) > from) : waiting.findLast((id) => all.indexOf(id) < from);
    const id = after ?? (by > 0 ? waiting[0]! : waiting.at(-1)!);
    this.take(id);
    return scene?.units[id]?.hex ?? null;
  }

  /** Units stay where they are, and are not brought up again in this phase; or they are after all. */
  stay(units: readonly string[] = this.meant()): void {
    const { stay } = this.desk.store.get();
    if (!units.length) return;
    const now = new Set(stay);
    const back = units.every((id) => stay.has(id));
    for (const id of units)
      if (back) now.delete(id);
      else now.add(id);
    this.desk.store.set({ stay: now });
    if (back) return;
    const { inTurn } = this.desk.store.get();
    if (inTurn && units.some((id) => this.hand?.units.includes(id))) this.next(1);
    else this.putDown();
  }

  /** The units that a key means: selected, in hand, or under the cursor. */
  private meant(): string[] {
    const { scene, cursor, hover } = this.desk.store.get();
    const selected = this.hand?.ends ? [] : this.selected();
    return selected.length ? selected : takeable(scene, cursor ?? hover);
  }

  // -- before it is done ------------------------------------------------------------------------------------------

  /** The effect of an order to a hex: it is drawn while the pointer is there. */
  plan(order: Order | null): void {
    const asked = order ? JSON.stringify(order) : "";
    if (asked === this.asked) return;
    this.asked = asked;
    clearTimeout(this.timer);
    if (!order) {
      if (this.desk.store.get().plan) this.desk.store.set({ plan: null });
      return;
    }
    this.timer = window.setTimeout(() => void this.ask(order, asked), 60);
  }

  private async ask(order: Order, asked: string): Promise<void> {
    try {
      const plan = await this.desk.ask("order", order);
      if (this.asked === asked) this.desk.store.set({ plan });
    } catch {
      // the order itself is refused with its reason
    }
  }

  /** Whether units of a hex are selected or in hand. */
  isTaken(hex: string): boolean {
    const here = new Set(unitsIn(this.desk.store.get().scene, hex));
    return this.selected().some((id) => here.has(id));
  }

  /** The units that are dragged from a hex: what is selected or in hand there, else the whole stack. Where a unit that has
   * set out cannot go on to a hex, the others are meant. */
  dragged(hex: string, to?: string): string[] {
    const { scene, group } = this.desk.store.get();
    if (!this.hand) return [];
    const here = new Set(unitsIn(scene, hex));
    const [selected, others] = [this.selected(), takeable(scene, hex)];
    if (!selected.some((id) => here.has(id))) return others;
    const goesOn = group.size || !this.hand.ends || !to || scene?.offer?.picks.some((pick) => pick.pick === to);
    return goesOn || !others.length ? selected : others;
  }
}

/** The hexes that all can reach, each at the highest cost. */
export function common(told: readonly ReachAnswer[]): ReachAnswer | null {
  const [first, ...rest] = told;
  if (!first) return null;
  const hexes: ReachAnswer["hexes"] = {};
  for (const [hex, reached] of Object.entries(first.hexes)) {
    const all = [reached, ...rest.map((each) => each.hexes[hex])];
    if (all.some((each) => !each)) continue;
    const slowest = all.reduce((a, b) => (b!.left < a!.left ? b : a))!;
    hexes[hex] = { ...slowest, cost: Math.max(...all.map((each) => each!.cost)), attack: all.every((each) => each!.attack) };
  }
  return { ...first, hexes };
}
