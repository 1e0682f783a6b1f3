import { useTranslation } from "react-i18next";
import type { BoardQuestion } from "../api";
import type { Play } from "../play/play";
import { useParts } from "../store";
import { RuleLink } from "./Rule";

/** A question that can have a standing answer: a player who has given one is not asked any more. */
function Answers({ play, question, label }: { play: Play; question: BoardQuestion; label: string }) {
  const { t } = useTranslation();
  const { scene, standing, link } = useParts(play.store, "scene", "standing", "link");
  const given = standing[scene?.side ?? ""]?.[question.key] ?? question.default;
  return (
    <select
      aria-label={label}
      value={given}
      disabled={link !== "open"}
      onChange={(event) => play.stand(question.key, event.target.value === question.default ? null : event.target.value)}
      data-question={question.key}
    >
      <option value={question.default && "ask"}>{t("standing.ask")}</option>
      {question.answers.map((answer) => (
        <option key={answer.key} value={answer.key}>
          {answer.text}
        </option>
      ))}
    </select>
  );
}

/** What has just been answered for the player, as buttons that ask it after all. */
export function AnsweredButtons({ play }: { play: Play }) {
  const { t } = useTranslation();
  const { scene, busy } = useParts(play.store, "scene", "busy");
  return scene?.offer?.answered.map(({ question, text }, at) => (
    <button
      type="button"
      key={question}
      className="option"
      disabled={busy !== null}
      data-ask={question}
      onClick={() => play.undo(question)}
    >
      {at === 0 && <kbd>⇧U</kbd>}
      <span className="label">{text}</span>
      <small>{t("standing.change")}</small>
    </button>
  ));
}

/** Below what is asked, where it can be answered for good. */
export function StandingLine({ play, asked }: { play: Play; asked: string }) {
  const { t } = useTranslation();
  const { board } = useParts(play.store, "board");
  const question = board?.standing.find((each) => each.key === asked);
  if (!question) return null;
  return (
    <label className="standing">
      {t("standing.now")} <Answers play={play} question={question} label={t("standing.now")} />
    </label>
  );
}

/** All questions with standing answers, in the menu: answers can be given and taken back at any time. */
export function StandingFields({ play }: { play: Play }) {
  const { t } = useTranslation();
  const { board } = useParts(play.store, "board");
  if (!board?.standing.length) return null;
  return (
    <>
      <h3>{t("standing.title")}</h3>
      <p className="hint">{t("standing.about")}</p>
      <div className="fields">
        {board.standing.map((question) => (
          <label key={question.key}>
            <span>
              {question.text} <RuleLink play={play} rule={question.rule} />
            </span>
            <Answers play={play} question={question} label={question.text} />
          </label>
        ))}
      </div>
    </>
  );
}
