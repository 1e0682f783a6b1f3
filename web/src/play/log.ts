import type { LogEntry, LogPart, Odds, Offer } from "../api";
import { settings } from "../settings";
import type { Desk, PlayState, Rolled, Thrown } from "./state";

const MOST_ROLLS = 12;
const MOST_FRESH = 60;
/** Milliseconds for which dice roll. */
const ROLLING = 480;

/** What of a new log is kept: from `from` on it replaces what was there. */
export function joinLog(old: readonly LogEntry[], from: number, entries: readonly LogEntry[]): LogEntry[] {
  return [...old.filter((entry) => entry.n < from), ...entries];
}

/** Keeps the log as it comes, and shows the dice in it. */
export class LogBook {
  private read = false;
  /** The odds of the last question, and the state in which it was asked: an entry of the log names them by it. */
  private asked: { state: number; odds: Odds | null } | null = null;
  private timer = 0;

  constructor(private readonly desk: Desk) {}

  forget(): void {
    clearTimeout(this.timer);
    this.read = false;
    this.asked = null;
  }

  /** What was asked in a state. */
  watch(state: number, offer: Offer | null): void {
    if (offer) this.asked = { state, odds: offer.odds };
  }

  /** What a part of the log changes, and whether it is the first of all. */
  hear(before: PlayState, { from, entries }: LogPart): { first: boolean; change: Partial<PlayState> } {
    const first = !this.read;
    this.read = true;
    const known = before.log.at(-1)?.n ?? -1;
    const log = joinLog(before.log, from, entries);
    if (first) return { first, change: { log, fresh: [] } };
    const fresh = entries.filter((entry) => entry.n > known);
    const thrown = this.throwDice(before.thrown, log, fresh);
    return { first, change: { log, fresh: [...before.fresh, ...fresh].slice(-MOST_FRESH), ...(thrown ? { thrown } : {}) } };
  }

  private throwDice(thrown: Thrown | null, log: readonly LogEntry[], fresh: readonly LogEntry[]): Thrown | null {
    const rolled = fresh.filter((entry): entry is Rolled => Boolean(entry.roll));
    if (!rolled.length) return null;
    // what was thrown at the odds that were shown comes first, and what follows it belongs to it; of other throws the newest is looked at
    const own = rolled.find((entry) => entry.odds && entry.odds.state === this.asked?.state);
    const odds = own ? (this.asked?.odds ?? null) : null;
    if (!own && thrown?.odds) return this.roll({ ...thrown, rolls: [...thrown.rolls, ...rolled] }, false);
    const first = own ?? rolled.at(-1)!;
    const rolls = own ? [own, ...rolled.filter((entry) => entry !== own)] : [...rolled.reverse(), ...(thrown?.rolls ?? [])];
    const before = log.find((entry) => entry.n === first.n - 1);
    const lead = before && !before.roll ? before.text : "";
    return this.roll({ rolls, odds, lead, rolling: false }, !settings.get().calm);
  }

  private roll(thrown: Thrown, rolling: boolean): Thrown {
    clearTimeout(this.timer);
    if (rolling) this.timer = window.setTimeout(() => this.stop(), ROLLING);
    return { ...thrown, rolls: thrown.rolls.slice(0, MOST_ROLLS), rolling };
  }

  /** The dice lie. */
  stop(): void {
    clearTimeout(this.timer);
    const { thrown } = this.desk.store.get();
    if (thrown?.rolling) this.desk.store.set({ thrown: { ...thrown, rolling: false } });
    this.desk.shown();
  }
}
