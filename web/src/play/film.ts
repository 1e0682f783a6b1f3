import type { LogEntry } from "../api";
import { memory } from "../keyring";
import { settings } from "../settings";
import type { Desk } from "./state";

/** Shows what has happened since the seat's last pick, entry by entry. */
export class Projector {
  private timer = 0;
  /** The log has been read for the first time, and nothing of it has been shown. */
  due = false;

  constructor(
    private readonly desk: Desk,
    private readonly table: string,
  ) {}

  private seenName(): string {
    return `seen.${this.table}.${this.desk.store.get().scene?.side ?? ""}`;
  }

  /** Everything up to here has been seen. */
  remember(): void {
    const last = this.desk.store.get().log.at(-1);
    if (last) memory.set(this.seenName(), String(last.n));
  }

  /** Entries since this seat's last pick that can be shown on the map. */
  private unseen(): LogEntry[] {
    const kept = memory.get(this.seenName());
    if (kept === null) return [];
    return this.desk.store.get().log.filter((entry) => entry.n > Number(kept) && (entry.hexes.length > 0 || entry.units.length > 0));
  }

  /** Once both the log and the scene are there: what has happened since the last pick. */
  offer(): void {
    const { scene } = this.desk.store.get();
    if (!this.due || scene?.side == null) return;
    this.due = false;
    const steps = this.unseen();
    if (steps.length < 2 || !settings.get().film) return;
    this.play(steps);
  }

  /** Show again what has happened since the last pick, or the last thirty entries. */
  again(): void {
    const shown = this.desk.store.get().log.filter((entry) => entry.hexes.length > 0 || entry.units.length > 0);
    const steps = this.unseen();
    this.play(steps.length ? steps : shown.slice(-30));
  }

  private play(steps: LogEntry[]): void {
    if (!steps.length) return;
    this.desk.store.set({ film: { steps, at: 0, playing: true }, why: null, fan: null });
    this.roll();
  }

  private roll(): void {
    clearTimeout(this.timer);
    const film = this.desk.store.get().film;
    if (!film?.playing) return;
    const long = film.steps[film.at]?.text.length ?? 0;
    const wait = Math.max(350, Math.min(2600, settings.get().pace * 1.6 + long * 9));
    this.timer = window.setTimeout(() => this.step(1), wait);
  }

  step(by: number): void {
    const film = this.desk.store.get().film;
    if (!film) return;
    const at = film.at + by;
    if (at >= film.steps.length) {
      this.end();
      return;
    }
    this.desk.store.set({ film: { ...film, at: Math.max(0, at) } });
    this.roll();
  }

  pause(): void {
    const film = this.desk.store.get().film;
    if (!film) return;
    this.desk.store.set({ film: { ...film, playing: !film.playing } });
    this.roll();
  }

  end(): void {
    clearTimeout(this.timer);
    this.desk.store.set({ film: null });
    this.remember();
    this.desk.shown();
  }

  close(): void {
    clearTimeout(this.timer);
  }
}
