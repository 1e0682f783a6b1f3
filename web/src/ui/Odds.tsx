import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Chances, Line, Odds } from "../api";
import { written } from "../numbers";
import type { Play } from "../play/play";
import { usePart } from "../store";
import { RuleLink } from "./Rule";
import { Spelled } from "./Spelled";
import { percent, sideName, signed } from "./words";

type Shown = "sum" | "shift" | "note";

/** A line's number as text: part of a sum, or a shift or a note, in which 0 is left out. */
export function shownValue(value: number, as: Shown): string {
  if (as !== "sum" && value === 0) return "";
  return as === "sum" && value >= 0 ? written(value) : signed(value);
}

function Lines({ play, lines, as }: { play: Play; lines: Line[]; as: Shown }) {
  if (!lines.length) return null;
  return (
    <ul className="odds-lines">
      {lines.map((line, i) => (
        <li key={i}>
          <span>
            <Spelled play={play} text={line.text} />
          </span>
          <RuleLink play={play} rule={line.rule} />
          <b>{shownValue(line.value, as)}</b>
        </li>
      ))}
    </ul>
  );
}

/** Some lines of the odds: those of the column, of the roll. */
export function OddsLines({ play, odds, on }: { play: Play; odds: Odds; on: string[] }) {
  return <Lines play={play} lines={odds.lines.filter((line) => on.includes(line.on) && line.value !== 0)} as="shift" />;
}

function Bars({ chances, hit }: { chances: Chances; hit?: string | undefined }) {
  const most = Math.max(...chances.results.map((result) => result.share), 0.01);
  return (
    <table className="bars">
      <tbody>
        {chances.results.map((result) => (
          <tr key={result.text} className={hit === result.text ? "hit" : hit ? "missed" : ""}>
            <th scope="row">{result.text}</th>
            <td className="bar">
              <span style={{ width: `${(result.share / most) * 96}%` }} />
              <i>{result.means === result.text ? "" : result.means}</i>
            </td>
            <td className="share">{percent(result.share)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The odds of an attack: strengths, each modifier with its rule, the column, the exact chance of each result, with the
 * support that is chosen to look at; in brief the table only, with the row that the dice hit. */
export function OddsTable({ play, odds, hit, brief }: { play: Play; odds: Odds; hit?: string | undefined; brief?: boolean }) {
  const { t } = useTranslation();
  const board = usePart(play.store, (state) => state.board);
  const [chosen, setWith] = useState(-1);
  if (!board) return null;
  const on = (what: string) => odds.lines.filter((line) => line.on === what);
  const support = odds.support ?? [];
  const with_ = brief ? -1 : chosen;
  const shown: Chances = support[with_] ?? odds;
  return (
    <div className="odds">
      <h3>{odds.title}</h3>
      <div className="odds-head">
        <div>
          <b>{written(odds.attack)}</b>
          <span>{odds.labels.attack}</span>
        </div>
        <div className="column">
          <b>{shown.column ?? "–"}</b>
          <span>{odds.labels.column}</span>
        </div>
        <div>
          <b>{written(odds.defence)}</b>
          <span>{odds.labels.defence}</span>
        </div>
      </div>
      {!brief && support.length > 0 && (
        <div className="support" role="radiogroup" aria-label={t("odds.support")}>
          <button type="button" role="radio" aria-checked={with_ < 0} onClick={() => setWith(-1)}>
            {t("odds.asItStands")}
          </button>
          {support.map((each, i) => (
            <button type="button" key={i} role="radio" aria-checked={with_ === i} onClick={() => setWith(i)} title={each.rule}>
              <Spelled play={play} text={each.text} />
            </button>
          ))}
        </div>
      )}
      {shown.results.length > 0 ? <Bars chances={shown} hit={hit} /> : <p className="none">{t("odds.none")}</p>}
      {!brief && Object.keys(shown.losses).length > 0 && (
        <p className="losses">
          {t(shown.least ? "odds.least" : "odds.losses")}{" "}
          {Object.entries(shown.losses).map(([side, value]) => (
            <span key={side}>
              {sideName(board, side)} <b>{written(value)}</b>
            </span>
          ))}
        </p>
      )}
      {!brief && (
        <>
          <Lines play={play} lines={odds.notes} as="note" />
          <Lines play={play} lines={on("attack")} as="sum" />
          <Lines play={play} lines={on("defence")} as="sum" />
          <Lines play={play} lines={on("column")} as="shift" />
          <Lines play={play} lines={on("roll")} as="shift" />
        </>
      )}
    </div>
  );
}
