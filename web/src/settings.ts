import { memory } from "./keyring";
import { Store } from "./store";

export type ThemeChoice = "system" | "light" | "dark";

/** Still: the map stays while something that can be picked is in view. Follow: it goes where the question is. */
export type CameraChoice = "still" | "follow";

export interface Settings {
  theme: ThemeChoice;
  lang: string;
  /** Milliseconds between the computer's picks. */
  pace: number;
  camera: CameraChoice;
  film: boolean;
  curtain: boolean;
  /** A sound for "your move". */
  sound: boolean;
  /** Whether the computer says at once what it was up to, where that tells nothing hidden. */
  explain: boolean;
  calm: boolean;
  /** Whether the cards of what happened stay until the player goes on. */
  cards: "stay" | "brief";
}

export const LANGUAGES = { en: "English", es: "Español", fr: "Français" } as const;

function firstLanguage(): string {
  const kept = memory.get("lang");
  if (kept && kept in LANGUAGES) return kept;
  const wanted = (navigator.languages ?? [navigator.language]).map((each) => each.slice(0, 2));
  return wanted.find((each) => each in LANGUAGES) ?? "en";
}

export const settings = new Store<Settings>({
  theme: (memory.get("theme") as ThemeChoice | null) ?? "system",
  lang: firstLanguage(),
  pace: Number(memory.get("pace") ?? 500),
  camera: memory.get("camera") === "follow" ? "follow" : "still",
  film: memory.get("film") !== "no",
  curtain: memory.get("curtain") !== "no",
  sound: memory.get("sound") === "yes",
  explain: memory.get("explain") === "yes",
  calm: memory.get("calm") === "yes" || matchMedia("(prefers-reduced-motion: reduce)").matches,
  cards: memory.get("cards") === "brief" ? "brief" : "stay",
});

export function change(wanted: Partial<Settings>): void {
  for (const [name, value] of Object.entries(wanted)) memory.set(name, typeof value === "boolean" ? (value ? "yes" : "no") : String(value));
  settings.set(wanted);
}

const dark = matchMedia("(prefers-color-scheme: dark)");

export function themeOf(choice: ThemeChoice): "light" | "dark" {
  return choice === "system" ? (dark.matches ? "dark" : "light") : choice;
}

/** Call a function when the system changes between light and dark; the result stops that. */
export function watchSystem(changed: () => void): () => void {
  dark.addEventListener("change", changed);
  return () => dark.removeEventListener("change", changed);
}
