/** Colours as the page needs them: how light, a little darker, one of a few for a name. */

export function channels(colour: string): [number, number, number] {
  const hex = colour.replace("#", "");
  const full = hex.length === 3 ? [...hex].map((c) => c + c).join("") : hex.slice(0, 6);
  const n = Number.parseInt(full, 16);
  return Number.isNaN(n) ? [128, 128, 128] : [n >> 16, (n >> 8) & 255, n & 255];
}

export function luminance(colour: string): number {
  const [r, g, b] = channels(colour).map((c) => {
    const s = c / 255;
    return s <= 0.03928 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

export function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

export function mix(a: string, b: string, share: number): string {
  const [x, y] = [channels(a), channels(b)];
  const parts = x.map((c, i) => Math.round(c + (y[i]! - c) * share));
  return `#${parts.map((c) => c.toString(16).padStart(2, "0")).join("")}`;
}

/** Ink that can be read on a ground. */
export function inkOn(ground: string): string {
  return luminance(ground) > 0.25 ? "#1c1a16" : "#f7f0e0";
}

// Grounds for bands that stay apart for colour-blind readers (after Okabe and Ito, muted).
const BANDS = ["#d2a13c", "#5f8fb4", "#4f8a6b", "#b0603f", "#8a6ba0", "#d8cf8a", "#3f5f7a", "#a8546b", "#7b7b74", "#c9b79a"];

/** The colour of a formation's band: always the same for the same name. */
export function bandOf(name: string): string {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + letter.codePointAt(0)!) >>> 0;
  return BANDS[sum % BANDS.length]!;
}
