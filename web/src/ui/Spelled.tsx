import { Fragment } from "react";
import type { Play } from "../play/play";
import { usePart } from "../store";

type Glossary = Record<string, string>;
type Piece = string | { short: string; text: string };

const patterns = new WeakMap<Glossary, RegExp>();

/** Finds the abbreviations of a glossary, also in the plural. */
function patternOf(glossary: Glossary): RegExp {
  let pattern = patterns.get(glossary);
  if (!pattern) {
    const names = Object.keys(glossary).sort((a, b) => b.length - a.length);
    const escaped = names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    pattern = new RegExp(`(?<![\\p{L}\\p{N}-])(${escaped.join("|")})(?=s?(?![\\p{L}\\p{N}-]))`, "gu");
    patterns.set(glossary, pattern);
  }
  return pattern;
}

/** A sentence cut where it has an abbreviation. */
export function abbreviated(text: string, glossary: Glossary): Piece[] {
  if (!Object.keys(glossary).length) return [text];
  const out: Piece[] = [];
  let at = 0;
  for (const found of text.matchAll(patternOf(glossary))) {
    if (found.index > at) out.push(text.slice(at, found.index));
    out.push({ short: found[0], text: glossary[found[0]]! });
    at = found.index + found[0].length;
  }
  if (at < text.length) out.push(text.slice(at));
  return out;
}

/** A sentence whose abbreviations are spelled out under the pointer. */
export function Spelled({ play, text }: { play: Play; text: string }) {
  const glossary = usePart(play.store, (state) => state.board?.glossary);
  if (!glossary) return text;
  return abbreviated(text, glossary).map((piece, i) =>
    typeof piece === "string" ? (
      <Fragment key={i}>{piece}</Fragment>
    ) : (
      <abbr key={i} title={piece.text}>
        {piece.short}
      </abbr>
    ),
  );
}
