import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Odds, Roll } from "../api";
import type { Play } from "../play/play";
import type { Rolled, Thrown } from "../play/state";
import { OddsTable } from "./Odds";
import { signed } from "./words";

const DOTS: Record<number, [number, number][]> = {
  1: [[2, 2]],
  2: [
    [1, 1],
    [3, 3],
  ],
  3: [
    [1, 1],
    [2, 2],
    [3, 3],
  ],
  4: [
    [1, 1],
    [3, 1],
    [1, 3],
    [3, 3],
  ],
  5: [
    [1, 1],
    [3, 1],
    [2, 2],
    [1, 3],
    [3, 3],
  ],
  6: [
    [1, 1],
    [3, 1],
    [1, 2],
    [3, 2],
    [1, 3],
    [3, 3],
  ],
};

/** One die with its dots; of several only the sum is known, which is a number, and a die of ten sides has numbers on them. */
function Die({ face, roll }: { face: number; roll: Roll }) {
  const dots = roll.dice === 1 && roll.sides === 6 ? DOTS[face] : undefined;
  return (
    <svg className="die" viewBox="0 0 40 40" role="img" aria-label={String(face)}>
      <rect x="1.5" y="1.5" width="37" height="37" rx="7" />
      {dots ? (
        dots.map(([x, y], i) => <circle key={i} cx={x * 10} cy={y * 10} r="3.7" />)
      ) : (
        <text x="20" y="27" textAnchor="middle">
          {face}
        </text>
      )}
    </svg>
  );
}

/** A result that is only a dash is said in words. */
function meant(odds: Odds | null, result: string): string {
  const found = odds?.results.find((each) => each.text === result);
  return /\w/.test(result) ? result : (found?.means ?? result);
}

/** The dice; alone: with the table and the row that they hit; in short: with what that means; then what was thrown after them.
 * Nothing takes longer than 600 ms. */
export function Dice({ play, thrown, alone = false, brief = false }: { play: Play; thrown: Thrown; alone?: boolean; brief?: boolean }) {
  const { t } = useTranslation();
  const [first, ...others] = thrown.rolls as [Rolled, ...Rolled[]];
  const { roll } = first;
  const { rolling } = thrown;
  const lead = thrown.odds ? !alone && thrown.odds.title : thrown.lead;
  const [shown, setShown] = useState(roll.total);
  useEffect(() => {
    setShown(roll.total);
    if (!rolling) return;
    const turn = setInterval(() => setShown(roll.dice + Math.floor(Math.random() * ((roll.sides - 1) * roll.dice + 1))), 70);
    return () => clearInterval(turn);
  }, [roll, rolling]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape and Space put the dice away as well
    <div className={`thrown${rolling ? " rolling" : ""}`} onClick={() => play.store.set({ thrown: null })} role="status">
      {lead && <p className="lead">{lead}</p>}
      <div className="dice">
        <Die face={shown} roll={roll} />
        {!rolling && (
          <div>
            <strong>{meant(thrown.odds, roll.result)}</strong>
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
      {brief && !rolling && thrown.odds && <p>{thrown.odds.results.find((each) => each.text === roll.result)?.means}</p>}
      {alone && thrown.odds && (
        <OddsTable play={play} odds={thrown.odds} given={first.odds?.support ?? -1} hit={rolling ? undefined : roll.result} brief />
      )}
      {!rolling && others.length > 0 && (
        <ul className="rolls">
          {others.map((entry) => (
            <li key={entry.n}>
              <Die face={entry.roll.total} roll={entry.roll} />
              <span>{entry.text}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
