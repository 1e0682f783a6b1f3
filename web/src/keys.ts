import type { Board, Offer, Pick } from "./api";

/** Keys that the page keeps for itself; an option whose key is among them gets a digit instead. */
export const OWN: ReadonlySet<string> = new Set(["?", "u", ".", ",", "+", "-", "=", "0", "/", " ", "Enter", "Escape", "x", "v", "q"]);

/** The option that each key picks: the board says which key an option has; the others have digits. No key is given twice. */
export function optionKeys(board: Board | null, offer: Offer | null | undefined): Map<string, Pick> {
  const keys = new Map<string, Pick>();
  const rest: Pick[] = [];
  for (const pick of offer?.picks ?? []) {
    if (pick.kind !== "option") continue;
    const wanted = (board?.keys[pick.pick] ?? "").toLowerCase();
    if (wanted.length === 1 && !OWN.has(wanted) && !keys.has(wanted)) keys.set(wanted, pick);
    else rest.push(pick);
  }
  let digit = 1;
  for (const pick of rest) {
    while (digit < 10 && keys.has(String(digit))) digit++;
    if (digit > 9) break;
    keys.set(String(digit), pick);
  }
  return keys;
}

/** Whether a key is being typed into something. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}
