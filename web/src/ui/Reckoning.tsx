import type { Play } from "../play/play";
import { useParts } from "../store";
import { Dice } from "./Dice";
import { OddsTable } from "./Odds";

/** On a phone, where the inspector is behind a tab: what the dice have answered, or the odds of what is asked. */
export function Reckoning({ play }: { play: Play }) {
  const { scene, thrown } = useParts(play.store, "scene", "thrown");
  const odds = scene?.offer?.odds;
  if (!thrown && !odds) return null;
  return (
    <div className="reckoning">
      {thrown ? <Dice play={play} thrown={thrown} brief /> : odds && <OddsTable play={play} odds={odds} brief />}
    </div>
  );
}
