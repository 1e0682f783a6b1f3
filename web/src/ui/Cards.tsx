import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { LogEntry, Roll } from "../api";
import type { Play } from "../play/play";
import type { Card, Rolled, Thrown } from "../play/state";
import { usePart } from "../store";
import { Counter } from "./Counter";
import { Die } from "./Die";
import { OddsLines, OddsTable } from "./Odds";
import { RuleLink } from "./Rule";
import { signed } from "./words";

const MOST_COUNTERS = 6;

const isRolled = (entry: LogEntry): entry is Rolled => Boolean(entry.roll);

/** The entry whose dice decide: the card's own, or the first that has dice. */
export function decidingOf(card: Card): Rolled | undefined {
  const rolled = card.entries.filter(isRolled);
  return rolled.find((entry) => entry.card?.part === "decides") ?? rolled.find((entry) => entry.card?.part === "opens") ?? rolled[0];
}

/** The face that a die shows: any while it rolls. */
function useFace(roll: Roll, rolling: boolean): number {
  const [shown, setShown] = useState(roll.total);
  useEffect(() => {
    setShown(roll.total);
    if (!rolling) return;
    const turn = setInterval(() => setShown(roll.dice + Math.floor(Math.random() * ((roll.sides - 1) * roll.dice + 1))), 70);
    return () => clearInterval(turn);
  }, [roll, rolling]);
  return shown;
}

/** The dice that decide, large, with what they gave. */
function Deciding({ entry, rolling, brief }: { entry: Rolled; rolling: boolean; brief: boolean }) {
  const { t } = useTranslation();
  const { roll, odds } = entry;
  const face = useFace(roll, rolling);
  const hit = odds?.results.find((result) => result.rolls.includes(roll.total));
  const shown = /\w/.test(roll.result) ? roll.result : (hit?.means ?? roll.result);
  return (
    <>
      <div className="dice">
        <Die face={face} roll={roll} />
        {!rolling && (
          <div>
            <strong>{shown}</strong>
            <span>
              {[
                roll.column && t("dice.column", { column: roll.column }),
                roll.modifier ? t("dice.modifier", { value: signed(roll.modifier) }) : "",
              ]
                .filter(Boolean)
                .join(", ")}
            </span>
          </div>
        )}
      </div>
      {!rolling && brief && hit && hit.means !== shown && <p className="means">{hit.means}</p>}
    </>
  );
}

/** The table at which they were thrown, with the row that they hit, and each modifier with its rule. */
function Table({ play, entry, rolling }: { play: Play; entry: Rolled; rolling: boolean }) {
  if (!entry.odds) return null;
  const hit = entry.odds.results.find((result) => result.rolls.includes(entry.roll.total));
  return (
    <>
      <OddsTable play={play} odds={entry.odds} hit={rolling ? undefined : hit?.text} brief />
      {!rolling && <OddsLines play={play} odds={entry.odds} on={["column", "roll"]} />}
    </>
  );
}

/** A line of the card: what was said, with its own die and its rules. */
function CardLine({ play, entry }: { play: Play; entry: LogEntry }) {
  return (
    <li>
      {entry.roll && <Die face={entry.roll.total} roll={entry.roll} />}
      <span>
        {entry.text}{" "}
        {entry.rules.slice(0, 2).map((rule) => (
          <RuleLink key={rule} play={play} rule={rule} />
        ))}
      </span>
    </li>
  );
}

/** What has happened, one card at a time: a combat with its deciding die, the checks before it, what it did; a draw, the
 * weather, a supply check. It stays until the player goes on. */
export function ResultCard({ play, thrown, brief = false }: { play: Play; thrown: Thrown; brief?: boolean }) {
  const { t } = useTranslation();
  const board = usePart(play.store, (state) => state.board);
  const scene = usePart(play.store, (state) => state.scene);
  const card = thrown.cards[thrown.at];
  if (!card || !board) return null;
  const { rolling } = thrown;
  const deciding = decidingOf(card);
  const title = deciding?.odds?.title;
  const opening = card.entries[0] !== deciding ? card.entries[0] : undefined;
  const rest = card.entries.filter((entry) => entry !== deciding && entry !== opening);
  const before = rest.filter((entry) => deciding && entry.n < deciding.n);
  const after = rest.filter((entry) => !deciding || entry.n > deciding.n);
  const units =
    deciding?.card?.part === "decides" ? [] : [...new Set(card.entries.flatMap((entry) => entry.units))].slice(0, MOST_COUNTERS);
  const go = (by: number) => play.store.set({ thrown: { ...thrown, at: thrown.at + by, rolling: false } });
  return (
    <section className={`thrown result-card of-${card.kind}${rolling ? " rolling" : ""}`} role="status" aria-label={t("card.title")}>
      <header>
        <b>{t(`card.kind.${card.kind}`, { defaultValue: card.kind })}</b>
        {thrown.cards.length > 1 && (
          <span className="card-steps">
            <button type="button" onClick={() => go(-1)} disabled={thrown.at === 0} aria-label={t("card.previous")}>
              ◀
            </button>
            {thrown.at + 1}/{thrown.cards.length}
            <button type="button" onClick={() => go(1)} disabled={thrown.at === thrown.cards.length - 1} aria-label={t("card.next")}>
              ▶
            </button>
          </span>
        )}
        <button type="button" className="card-on" onClick={() => play.skip()}>
          {t("card.on")} <kbd>{t("keys.space")}</kbd>
        </button>
      </header>
      {opening ? <p className="lead">{opening.text}</p> : title && brief && <p className="lead">{title}</p>}
      {units.length > 0 && (
        <div className="card-counters">
          {units.map((id) => {
            const info = board.units[id];
            const unit = scene?.units[id];
            return info && unit ? <Counter key={id} info={info} unit={unit} size={44} /> : null;
          })}
        </div>
      )}
      {deciding && <Deciding entry={deciding} rolling={rolling} brief={brief} />}
      {!rolling && after.length > 0 && (
        <ul className="rolls">
          {after.map((entry) => (
            <CardLine key={entry.n} play={play} entry={entry} />
          ))}
        </ul>
      )}
      {deciding && !brief && <Table play={play} entry={deciding} rolling={rolling} />}
      {!rolling && before.length > 0 && (
        <>
          <h4>{t("card.before")}</h4>
          <ul className="rolls">
            {before.map((entry) => (
              <CardLine key={entry.n} play={play} entry={entry} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
