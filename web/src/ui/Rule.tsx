import { memo, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Rule } from "../api";
import { http } from "../net/http";
import type { Play } from "../play/play";
import { usePart } from "../store";

/** A rule's number; a click opens its text. */
export const RuleLink = memo(function RuleLink({ play, rule }: { play: Play; rule: string }) {
  const { t } = useTranslation();
  const title = usePart(play.store, (state) => state.board?.rules?.[rule]);
  if (!rule) return null;
  return (
    <button
      type="button"
      className="rule-link"
      title={title}
      aria-label={t("rule.open", { rule })}
      onClick={(event) => (event.stopPropagation(), play.store.set({ rule }))}
    >
      {rule}
    </button>
  );
});

/** The text of a rule, above everything. */
export function RuleSheet({ play, lang }: { play: Play; lang: string }) {
  const { t } = useTranslation();
  const rule = usePart(play.store, (state) => state.rule);
  const board = usePart(play.store, (state) => state.board);
  const [text, setText] = useState<Rule | null>(null);
  const [failed, setFailed] = useState("");
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (!rule || !board) return;
    setText(null);
    setFailed("");
    let gone = false;
    http.rule(board.game, rule, lang).then(
      (told) => !gone && setText(told),
      (error: Error) => !gone && setFailed(error.message),
    );
    if (!dialog.current?.open) dialog.current?.showModal();
    return () => {
      gone = true;
    };
  }, [rule, board, lang]);
  const close = () => play.store.set({ rule: null });
  if (!rule) return null;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click beside the dialog closes it; by keyboard Escape does, of itself
    <dialog
      ref={dialog}
      className="sheet rule-sheet"
      onClose={close}
      onClick={(event) => event.target === event.currentTarget && close()}
      aria-label={t("rule.open", { rule })}
    >
      <header>
        <span className="rule-number">{rule}</span>
        <h2>{text?.title ?? board?.rules?.[rule] ?? ""}</h2>
        <button type="button" className="quiet" onClick={close} aria-label={t("close")}>
          ✕
        </button>
      </header>
      <p>{failed || text?.text || t("loading")}</p>
      {text && text.refs.length > 0 && (
        <p className="refs">
          {t("rule.see")}{" "}
          {text.refs.map((ref) => (
            <RuleLink key={ref} play={play} rule={ref} />
          ))}
        </p>
      )}
    </dialog>
  );
}
