declare module "milsymbol/parts" {
  import ms from "milsymbol";

  /** A part of the standard; there are more. */
  type Icons = (...parts: unknown[]) => unknown;
  export const letterair: Icons;
  export const letterground: Icons;
  const withParts: typeof ms & { addIcons(icons: Icons[]): void };

  export { withParts as ms };
}
