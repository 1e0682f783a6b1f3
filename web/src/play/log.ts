import type { LogEntry, Odds, Scene } from "../api";
import type { Desk, Rolled } from "./state";

const MOST_ROLLS = 12;
const MOST_FRESH = 60;

/** What of a new log is kept: from `from` on it replaces what was there. */
export function joinLog(old: readonly LogEntry[], from: number, entries: readonly LogEntry[]): LogEntry[] {
  return [...old.filter((entry) => entry.n < from), ...entries];
}

/** Keeps the log as it comes, and shows the dice in it. */
export class LogBook {
  private read = false;
  /** The odds that the next dice are thrown at. */
  private odds: Odds | null = null;

  constructor(private readonly desk: Desk) {}

  forget(): void {
    this.read = false;
    this.odds = null;
  }

  /** A scene that offers an attack has the odds of the dice to come. */
  watch(scene: Scene): void {
    if (scene.offer?.odds) this.odds = scene.offer.odds;
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
    const { thrown } = this.desk.store.get();
    if (this.odds || !thrown) this.desk.store.set({ thrown: { rolls: rolled.slice(0, MOST_ROLLS), odds: this.odds } });
    else this.desk.store.set({ thrown: { ...thrown, rolls: [...thrown.rolls, ...rolled].slice(0, MOST_ROLLS) } });
    this.odds = null;
  }
}
