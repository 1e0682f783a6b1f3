import { memo } from "react";
import { useTranslation } from "react-i18next";
import type { Board, Pick } from "../api";
import type { Play } from "../play/play";
import { useParts } from "../store";

interface Props {
  play: Play;
  onGo(hex: string): void;
}

/** The actions for units while they are moved: the next one, stay, stack and formation. */
export const MarchBar = memo(function MarchBar({ play, onGo }: Props) {
  const { t } = useTranslation();
  const { scene, group, stay, inTurn } = useParts(play.store, "scene", "group", "stay", "inTurn");
  const hand = scene?.offer?.hand;
  if (!hand) return null;
  const left = hand.others.filter((id) => !stay.has(id)).length;
  const held = group.size > 0 || (hand.units.length > 0 && !hand.ends);
  const next = () => {
    const hex = play.march.next(1);
    if (hex) onGo(hex);
  };
  return (
    <div className="march" role="group" aria-label={t("march.title")}>
      <button type="button" disabled={!left} onClick={next}>
        {t("march.next")} <kbd>n</kbd>
      </button>
      <button type="button" disabled={!held} onClick={() => play.march.stay()}>
        {t("march.stay")} <kbd>h</kbd>
      </button>
      <button type="button" disabled={!held} onClick={() => play.march.widen()}>
        {t("march.widen")} <kbd>q</kbd>
      </button>
      <button
        type="button"
        aria-pressed={inTurn}
        title={t("march.inTurnLong")}
        onClick={() => (play.store.set({ inTurn: !inTurn }), !inTurn && !hand.units.length && next())}
      >
        {t("march.inTurn")} <kbd>j</kbd>
      </button>
      <small>{group.size > 1 ? t("march.selected", { count: group.size }) : t("march.waiting", { number: left })}</small>
    </div>
  );
});

/** Units that can be picked by the formation that they belong to, in the order of the counters: a division's is its corps. */
export function byFormation(board: Board, picks: readonly Pick[]): [string, Pick[]][] {
  const found = new Map<string, Pick[]>();
  for (const pick of picks) {
    const name = board.units[pick.pick]?.formation.split(", ").at(-1) ?? "";
    const those = found.get(name);
    if (those) those.push(pick);
    else found.set(name, [pick]);
  }
  return [...found];
}

/** Buttons beside the name of a formation: all of it is selected, or stays, with one click. */
export function FormationButtons({ play, units, name }: { play: Play; units: string[]; name: string }) {
  const { t } = useTranslation();
  const { stay, group } = useParts(play.store, "stay", "group");
  return (
    <>
      <button
        type="button"
        aria-pressed={units.every((id) => group.has(id))}
        aria-label={`${t("march.select")}: ${name}`}
        onClick={() => play.march.toggle(units)}
      >
        {t("march.select")}
      </button>
      <button
        type="button"
        aria-pressed={units.every((id) => stay.has(id))}
        aria-label={`${t("march.stay")}: ${name}`}
        onClick={() => play.march.stay(units)}
      >
        {t("march.stay")}
      </button>
    </>
  );
}
