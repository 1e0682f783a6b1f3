import type { LogEntry, LogPart } from "../api";
import { settings } from "../settings";
import type { Card, Desk, PlayState, Thrown } from "./state";

const MOST_CARDS = 12;
const MOST_FRESH = 60;
/** Milliseconds for which dice roll. */
const ROLLING = 480;
/** Milliseconds for which a card is shown that does not stay. */
const BRIEF = 4000;

/** The part of the old log to keep: from `from` on, the new part replaces it. */
export function joinLog(old: readonly LogEntry[], from: number, entries: readonly LogEntry[]): LogEntry[] {
  return [...old.filter((entry) => entry.n < from), ...entries];
}

/** The card that begins with an entry, with everything that belongs to it so far. */
export function cardOf(log: readonly LogEntry[], first: number): Card {
  const entries = log.filter((entry) => entry.card?.first === first);
  return { first, kind: entries[0]?.card?.kind ?? "", entries };
}

/** Keeps the log as it comes, and shows what happened in it as cards. */
export class LogBook {
  private read = false;
  private timer = 0;
  private putAway = 0;

  constructor(private readonly desk: Desk) {}

  forget(): void {
    clearTimeout(this.timer);
    clearTimeout(this.putAway);
    this.read = false;
  }

  /** The changes of a part of the log, and whether it is the first one. */
  hear(before: PlayState, { from, entries }: LogPart): { first: boolean; change: Partial<PlayState> } {
    const first = !this.read;
    this.read = true;
    const known = before.log.at(-1)?.n ?? -1;
    const log = joinLog(before.log, from, entries);
    if (first) return { first, change: { log, fresh: [] } };
    const fresh = entries.filter((entry) => entry.n > known);
    const thrown = this.deal(before.thrown, log, fresh);
    return { first, change: { log, fresh: joinLog(before.fresh, from, fresh).slice(-MOST_FRESH), ...(thrown ? { thrown } : {}) } };
  }

  /** The cards of what is new. One that is shown already gets what follows from it; what only follows shows no card again. */
  private deal(thrown: Thrown | null, log: readonly LogEntry[], fresh: readonly LogEntry[]): Thrown | null {
    const old = thrown?.cards ?? [];
    const news = fresh.filter(
      (entry) => entry.card && (entry.card.part !== "after" || old.some((card) => card.first === entry.card!.first)),
    );
    if (!news.length) return null;
    const firsts = [...new Set([...old.map((card) => card.first), ...news.map((entry) => entry.card!.first)])];
    const cards = firsts.slice(-MOST_CARDS).map((first) => cardOf(log, first));
    const rolling = !settings.get().calm && news.some((entry) => entry.roll);
    clearTimeout(this.timer);
    if (rolling) this.timer = window.setTimeout(() => this.stop(), ROLLING);
    clearTimeout(this.putAway);
    if (settings.get().cards === "brief") this.putAway = window.setTimeout(() => this.desk.store.set({ thrown: null }), BRIEF);
    return { cards, at: cards.length - 1, rolling };
  }

  /** Stop the dice that roll. */
  stop(): void {
    clearTimeout(this.timer);
    const { thrown } = this.desk.store.get();
    if (thrown?.rolling) this.desk.store.set({ thrown: { ...thrown, rolling: false } });
    this.desk.shown();
  }
}
