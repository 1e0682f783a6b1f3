import type { LogEntry, PastAnswer } from "../api";
import { memory } from "../keyring";
import { settings } from "../settings";
import type { Desk } from "./state";

/** The most activations that can be chosen from. */
const MOST_ACTIVATIONS = 20;
/** Milliseconds that a film takes at most at the usual pace, however many units move in it. */
const LONGEST = 25_000;

/** The events from one draw, segment or turn to the next. */
export interface Activation {
  first: number;
  text: string;
  steps: LogEntry[];
}

const canBeShown = (entry: LogEntry) => entry.hexes.length > 0 || entry.units.length > 0;

/** The activations of a log that have something to show on the map, the newest first. */
export function activations(log: readonly LogEntry[]): Activation[] {
  const found: Activation[] = [];
  let open: Activation | null = null;
  for (const entry of log) {
    if (entry.begins === "turn" || entry.begins === "activation") {
      open = { first: entry.n, text: entry.text, steps: [] };
      found.push(open);
    }
    if (open && canBeShown(entry)) open.steps.push(entry);
  }
  return found
    .filter((each) => each.steps.length > 1)
    .reverse()
    .slice(0, MOST_ACTIVATIONS);
}

/** The amount of action in some entries: units that moved, combats. */
export function summed(steps: readonly LogEntry[]): { moves: number; combats: number } {
  const combats = new Set(steps.filter((entry) => entry.card?.kind === "combat").map((entry) => entry.card!.first)).size;
  return { moves: steps.filter((entry) => !entry.card && entry.hexes.length > 1).length, combats };
}

/** Shows what has happened since the seat's last pick, or in an activation, entry by entry. */
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

  /** Mark everything up to here as seen. */
  remember(): void {
    const last = this.desk.store.get().log.at(-1);
    if (last) memory.set(this.seenName(), String(last.n));
  }

  /** Entries since this seat's last pick that can be shown on the map. */
  private unseen(): LogEntry[] {
    const kept = memory.get(this.seenName());
    if (kept === null) return [];
    return this.desk.store.get().log.filter((entry) => entry.n > Number(kept) && canBeShown(entry));
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

  /** Show again what has happened since the last pick. If the other side did nothing in it, begin with the last activation
   * in which it did, or else with the last activation of all. */
  again(): void {
    const { log, board, scene } = this.desk.store.get();
    const isOther = (entry: LogEntry) => entry.units.some((id) => board?.units[id]?.side !== scene?.side);
    const steps = this.unseen();
    if (steps.some(isOther)) {
      this.play(steps);
      return;
    }
    const known = activations(log);
    const from = (known.find((each) => each.steps.some(isOther)) ?? known[0])?.first;
    const shown = log.filter(canBeShown);
    this.play(from === undefined ? shown.slice(-30) : shown.filter((entry) => entry.n >= from));
  }

  /** Show an activation, by the number of its first entry. */
  watch(first: number): void {
    const found = activations(this.desk.store.get().log).find((each) => each.first === first);
    if (found) this.play(found.steps);
  }

  private play(steps: LogEntry[]): void {
    if (!steps.length) return;
    this.desk.store.set({ film: { steps, at: 0, playing: true, scene: null }, why: null, fan: null });
    this.desk.hold();
    this.roll();
    void this.rewind();
  }

  /** The board goes back to where it was before the first step. */
  private async rewind(): Promise<void> {
    const first = await this.position({ logged: this.desk.store.get().film!.steps[0]!.n + 1 });
    if (!first) return;
    await this.position({ at: Math.max(0, first.at - 1) }, true);
    await this.follow();
  }

  /** The board goes to where it was after the present step. */
  private async follow(): Promise<void> {
    const film = this.desk.store.get().film;
    const step = film?.steps[film.at];
    if (step) await this.position({ logged: step.n + 1 }, true);
  }

  /** A position of the game; shown, if the film is still at the step for which it was asked. */
  private async position(of: { at: number } | { logged: number }, show = false): Promise<PastAnswer | null> {
    const asked = this.desk.store.get().film;
    try {
      const told = await this.desk.ask("past", { at: 0, side: null, ...of });
      const film = this.desk.store.get().film;
      if (!film || film.steps !== asked?.steps || film.at !== asked.at) return null;
      if (show) this.desk.store.set({ film: { ...film, scene: told.scene } });
      return told;
    } catch {
      return null; // without a connection the film runs over the present position
    }
  }

  private roll(): void {
    clearTimeout(this.timer);
    const film = this.desk.store.get().film;
    if (!film?.playing) return;
    const long = film.steps[film.at]?.text.length ?? 0;
    const { pace } = settings.get();
    const most = (LONGEST * (pace / 500)) / film.steps.length;
    const wait = Math.max(120, Math.min(2600, most, Math.max(350, pace * 1.6 + long * 9)));
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
    void this.follow();
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
