import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { TableInfo } from "../api";
import type { Play } from "../play/play";
import { goLookBack } from "../route";
import { settings } from "../settings";
import { useParts, useStore } from "../store";

/** Whether the player holds all seats of people: against the computer, or with both seats at this screen. */
export function isAlone(info: TableInfo | null, mine: readonly string[]): boolean {
  return mine.length > 0 && (info?.seats.every((seat) => seat.player !== "person" || mine.includes(seat.side)) ?? false);
}

/** Help in solo play: a hint, the analysis so far, and what the computer was up to, where the player has asked for that. */
export function HintLine({ play }: { play: Play }) {
  const { t } = useTranslation();
  const { scene, info, mine, hint, hinting, state } = useParts(play.store, "scene", "info", "mine", "hint", "hinting", "state");
  const { explain } = useStore(settings);
  const [wanted, setWanted] = useState("");
  const helped = !play.replaying && !scene?.result && info?.can_analyse && isAlone(info, mine);
  const told = helped && explain && info.seats.some((seat) => seat.player !== "person");
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again in each new state
  useEffect(() => {
    if (!told || !scene?.offer) return;
    let gone = false;
    play.ask("plans", {}).then(
      ({ plans }) => !gone && setWanted(plans.at(-1)?.text ?? ""),
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [play, told, state]);
  if (!helped) return null;
  return (
    <div className="hint-line">
      {told && wanted && <p>{wanted}</p>}
      {hint && <p role="status">{hint.text}</p>}
      {scene?.offer && (
        <button type="button" disabled={hinting} aria-keyshortcuts="F4" onClick={() => play.hint()}>
          {t(hinting ? "analysis.hinting" : "analysis.hint")} <kbd>F4</kbd>
        </button>
      )}
      <button type="button" onClick={() => goLookBack(play.table, play.key)}>
        {t("analysis.button")}
      </button>
      {info.hints > 0 && <small>{t("analysis.hints", { number: info.hints })}</small>}
    </div>
  );
}
