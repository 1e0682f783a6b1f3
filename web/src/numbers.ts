import i18next from "i18next";

/** A number as the reader's language writes it, to so many places at most: 3.5, 3,5. */
export function written(value: number, places = 2): string {
  return value.toLocaleString(i18next.language ?? "en", { maximumFractionDigits: places, useGrouping: false });
}
