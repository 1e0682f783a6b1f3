import i18next from "i18next";

/** A number as the reader's language writes it, with a limit on its decimal places: 3.5, 3,5. */
export function written(value: number, places = 2): string {
  return value.toLocaleString(i18next.language ?? "en", { maximumFractionDigits: places, useGrouping: false });
}
