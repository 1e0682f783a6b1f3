import type { LogEntry, Odds, Offer } from "../api";
import { settings } from "../settings";
import { given } from "./given";
import type { Desk, Rolled } from "./state";

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
  /** The odds that the next dice are thrown at. */
  private odds: Odds | null = null;
  private timer = 0;

  constructor(private readonly desk: Desk) {}

  forget(): void {
    clearTimeout(this.timer);
    this.read = false;
    this.odds = null;
  }

  /** What was asked for an attack or a check had the odds of the dice to come; what is asked without any has no dice. */
  watch(offer: Offer | null): void {
    if (offer) this.odds = offer.odds ?? null;
  }

  /** Whether these were the first entries of all. */
  hear(from: number, entries: LogEntry[]): boolean {
    const before = this.desk.store.get();
    const first = !this.read;
    // a part of a log whose beginning is on its way, or one that belongs behind the curtain
    if (before.curtain || (first && from > 0)) return false;
    this.read = true;
    const known = before.log.at(-1)?.n ?? -1;
    const fresh = entries.filter((entry) => entry.n > known);
    this.desk.store.set({ log: joinLog(before.log, from, entries), fresh: first ? [] : [...before.fresh, ...fresh].slice(-MOST_FRESH) });
    if (!first) this.showDice(fresh);
    return first;
  }

  private showDice(fresh: readonly LogEntry[]): void {
    const rolled = fresh.filter((entry): entry is Rolled => Boolean(entry.roll));
    if (!rolled.length) return;
    const { thrown, log } = this.desk.store.get();
    // what was thrown at the odds that were shown comes first, and what follows it belongs to it; of other throws the newest is looked at
    const odds = this.odds;
    const own = odds && rolled.find((entry) => given(odds, entry.roll) !== null);
    const [first, rolls] = own
      ? [own, [own, ...rolled.filter((entry) => entry !== own)]]
      : thrown?.odds
        ? [null, [...thrown.rolls, ...rolled]]
        : [rolled.at(-1)!, [...rolled.reverse(), ...(thrown?.rolls ?? [])]];
    const before = first && log.find((entry) => entry.n === first.n - 1);
    const lead = first ? (before && !before.roll ? before.text : "") : thrown!.lead;
    const rolling = first !== null && !settings.get().calm;
    this.desk.store.set({ thrown: { rolls: rolls.slice(0, MOST_ROLLS), odds: own ? odds : first ? null : thrown!.odds, lead, rolling } });
    if (own) this.odds = null;
    clearTimeout(this.timer);
    if (rolling) this.timer = window.setTimeout(() => this.stop(), ROLLING);
  }

  /** The dice lie. */
  stop(): void {
    clearTimeout(this.timer);
    const { thrown } = this.desk.store.get();
    if (thrown?.rolling) this.desk.store.set({ thrown: { ...thrown, rolling: false } });
    this.desk.shown();
  }
}
