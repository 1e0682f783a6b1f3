import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { LogEntry, Roll } from "../api";
import type { Play } from "../play/play";
import type { Card, Rolled, Thrown } from "../play/state";
import { useParts } from "../store";
import { Counter } from "./Counter";
import { Die } from "./Die";
import { OddsLines, OddsTable } from "./Odds";
import { RuleLink } from "./Rule";
import { Spelled } from "./Spelled";
import { percent, signed } from "./words";

const MOST_COUNTERS = 6;

const isRolled = (entry: LogEntry): entry is Rolled => Boolean(entry.roll);

/** The entry that decides: the card's own, or its only one with dice. Of several checks none decides. */
export function decidingOf(card: Card): LogEntry | undefined {
  const rolled = card.entries.filter(isRolled);
  const own = card.entries.find((entry) => entry.card?.part === "decides") ?? rolled.find((entry) => entry.card?.part === "opens");
  return own ?? (rolled.length === 1 ? rolled[0] : undefined);
}

const hitOf = ({ odds, roll }: LogEntry) => odds?.results.find((result) => roll && result.rolls.includes(roll.total));

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
  const { roll } = entry;
  const face = useFace(roll, rolling);
  const hit = hitOf(entry);
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
function Table({ play, entry, rolling }: { play: Play; entry: LogEntry; rolling: boolean }) {
  if (!entry.odds) return null;
  return (
    <>
      <OddsTable play={play} odds={entry.odds} hit={rolling ? undefined : hitOf(entry)?.text} brief />
      {!rolling && <OddsLines play={play} odds={entry.odds} on={["column", "roll"]} />}
    </>
  );
}

/** What was said, with its rules. */
function Said({ play, entry }: { play: Play; entry: LogEntry }) {
  return (
    <>
      <Spelled play={play} text={entry.text} />{" "}
      {entry.rules.slice(0, 2).map((rule) => (
        <RuleLink key={rule} play={play} rule={rule} />
      ))}
    </>
  );
}

/** Lines of the card: what was said, with its own die, the chance of what it gave, and its rules. */
function CardLines({ play, entries }: { play: Play; entries: LogEntry[] }) {
  const { t } = useTranslation();
  if (!entries.length) return null;
  return (
    <ul className="rolls">
      {entries.map((entry) => {
        const hit = hitOf(entry);
        return (
          <li key={entry.n}>
            {entry.roll && <Die face={entry.roll.total} roll={entry.roll} />}
            <span>
              <Said play={play} entry={entry} />
              {hit && <i className="chance">{t("card.chance", { share: percent(hit.share) })}</i>}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** The counters of some units; those of units that have been eliminated are crossed out. */
function CardCounters({ play, units }: { play: Play; units: string[] }) {
  const { board, scene } = useParts(play.store, "board", "scene");
  return (
    <div className="card-counters">
      {units.map((id) => {
        const info = board?.units[id];
        const unit = scene?.units[id];
        if (!info || !unit) return null;
        if (unit.steps || !unit.of) return <Counter key={id} info={info} unit={unit} size={44} />;
        return (
          <span key={id} className="gone">
            <Counter info={info} unit={{ ...unit, factors: "" }} size={44} />
          </span>
        );
      })}
    </div>
  );
}

/** What has happened, one card at a time: a combat with its deciding die, the checks before it, what it did; a draw, the
 * weather, a supply check. It stays until the player goes on. */
export function ResultCard({ play, thrown, brief = false }: { play: Play; thrown: Thrown; brief?: boolean }) {
  const { t } = useTranslation();
  const card = thrown.cards[thrown.at];
  if (!card) return null;
  const { rolling } = thrown;
  const deciding = decidingOf(card);
  const isDecided = deciding?.card?.part === "decides";
  const heading = card.entries.find((entry) => entry.begins === "combat") ?? card.entries[0];
  const lead = heading === deciding && isDecided ? undefined : heading;
  const title = deciding?.odds?.title;
  const rest = card.entries.filter((entry) => entry !== deciding && entry !== lead);
  const before = rest.filter((entry) => deciding && entry.n < deciding.n);
  const after = rest.filter((entry) => !deciding || entry.n > deciding.n);
  const units = isDecided ? [] : [...new Set(card.entries.flatMap((entry) => entry.units))].slice(0, MOST_COUNTERS);
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
      {lead ? (
        <p className="lead">{rolling && lead === deciding ? title : <Said play={play} entry={lead} />}</p>
      ) : (
        title && brief && <p className="lead">{title}</p>
      )}
      {heading?.summary && <p className="means">{heading.summary}</p>}
      {units.length > 0 && <CardCounters play={play} units={units} />}
      {!isDecided && <CardLines play={play} entries={before} />}
      {deciding && isRolled(deciding) && <Deciding entry={deciding} rolling={rolling} brief={brief} />}
      {deciding && !rolling && deciding !== lead && !(isDecided && deciding.roll) && (
        <p className={deciding.roll ? "means" : "outcome"}>
          <Said play={play} entry={deciding} />
        </p>
      )}
      {!rolling && <CardLines play={play} entries={after} />}
      {deciding && !brief && <Table play={play} entry={deciding} rolling={rolling} />}
      {isDecided && !rolling && before.length > 0 && (
        <>
          <h4>{t(deciding.roll ? "card.before" : "card.earlier")}</h4>
          <CardLines play={play} entries={before} />
        </>
      )}
    </section>
  );
}
