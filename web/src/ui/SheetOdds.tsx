import type { Play } from "../play/play";
import { useParts } from "../store";
import { ResultCard } from "./Cards";
import { OddsTable } from "./Odds";

/** On a phone, where the inspector is behind a tab: the result of the dice, or the odds of the question. */
export function SheetOdds({ play }: { play: Play }) {
  const { scene, thrown } = useParts(play.store, "scene", "thrown");
  const odds = scene?.offer?.odds;
  if (!thrown && !odds) return null;
  return (
    <div className="sheet-odds">
      {thrown ? <ResultCard play={play} thrown={thrown} brief /> : odds && <OddsTable play={play} odds={odds} brief />}
    </div>
  );
}
