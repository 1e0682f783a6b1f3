import { type KeyboardEvent, memo, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Rule } from "../api";
import { http } from "../net/http";
import type { Play } from "../play/play";
import { byChapter, findRules } from "../play/rules";
import { usePart } from "../store";

/** A rule's number; a click opens the rulebook at it. */
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

/** The rulebook of the game, above everything: a list that can be searched, and the rule that was chosen. */
export function RuleSheet({ play, lang }: { play: Play; lang: string }) {
  const rule = usePart(play.store, (state) => state.rule);
  const game = usePart(play.store, (state) => state.board?.game);
  /** What was searched for: the book opens with it again, unless it opens at a rule. */
  const search = useRef("");
  if (rule === null || !game) return null;
  return <Rulebook play={play} game={game} lang={lang} chosen={rule} search={search} />;
}

interface Book {
  play: Play;
  game: string;
  lang: string;
  chosen: string;
  search: RefObject<string>;
}

function Rulebook({ play, game, lang, chosen, search: last }: Book) {
  const { t } = useTranslation();
  const [rules, setRules] = useState<Rule[]>([]);
  const [failed, setFailed] = useState("");
  const [asked, setAsked] = useState(chosen ? "" : last.current);
  /** On a phone either the rule or the list is seen. */
  const [reading, setReading] = useState(Boolean(chosen));
  const dialog = useRef<HTMLDialogElement>(null);
  const text = useRef<HTMLElement>(null);
  const search = useRef<HTMLInputElement>(null);
  useEffect(() => {
    let gone = false;
    http.rules(game, lang).then(
      (told) => !gone && setRules(told),
      (error: Error) => !gone && setFailed(error.message),
    );
    return () => {
      gone = true;
    };
  }, [game, lang]);
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
    (chosen ? text : search).current?.focus();
    setReading(Boolean(chosen));
    text.current?.scrollTo(0, 0);
  }, [chosen]);
  const found = useMemo(() => findRules(rules, asked), [rules, asked]);
  const rule = rules.find(({ id }) => id === chosen);
  const choose = (id: string) => (setReading(true), play.store.set({ rule: id }));
  const look = (words: string) => {
    last.current = words;
    setAsked(words);
    setReading(false);
  };
  const close = () => play.store.set({ rule: null });
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click beside the dialog closes it; by keyboard Escape does, of itself
    <dialog
      ref={dialog}
      className={`sheet rule-sheet${reading ? " reading" : ""}`}
      onClose={close}
      onClick={(event) => event.target === event.currentTarget && close()}
      aria-label={chosen ? t("rule.open", { rule: chosen }) : t("rule.title")}
    >
      <header>
        <h2>{t("rule.title")}</h2>
        <button type="button" className="quiet all-rules" onClick={() => setReading(false)}>
          {t(asked ? "rule.found" : "rule.all")}
        </button>
        <input
          ref={search}
          type="search"
          value={asked}
          placeholder={t("rule.search")}
          aria-label={t("rule.search")}
          onChange={(event) => look(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && found[0]) choose(found[0].id);
            else if (event.key === "ArrowDown") toList(dialog.current, event);
          }}
        />
        <button type="button" className="quiet" onClick={close} aria-label={t("close")}>
          ✕
        </button>
      </header>
      <RuleList found={found} chosen={chosen} onChoose={choose} />
      <article ref={text} tabIndex={-1} aria-live="polite">
        {rule ? <RuleText play={play} rule={rule} /> : <p className="hint">{failed || (rules.length ? t("rule.choose") : t("loading"))}</p>}
        {rules.length > 0 && !found.length && <p className="hint">{t("rule.none")}</p>}
      </article>
    </dialog>
  );
}

function toList(dialog: HTMLDialogElement | null, event: KeyboardEvent): void {
  event.preventDefault();
  dialog?.querySelector<HTMLElement>(".rule-list [tabindex='0']")?.focus();
}

/** The rules by chapters; Tab comes to one of them, and the arrow keys go through the others. */
const RuleList = memo(
  function RuleList({ found, chosen, onChoose }: { found: Rule[]; chosen: string; onChoose(id: string): void }) {
    const { t } = useTranslation();
    const list = useRef<HTMLElement>(null);
    const first = found.some(({ id }) => id === chosen) ? chosen : found[0]?.id;
    useEffect(() => {
      const shown = found.some(({ id }) => id === chosen) && list.current?.querySelector(`[data-rule="${chosen}"]`);
      if (shown) shown.scrollIntoView({ block: "nearest" });
    }, [found, chosen]);
    const walk = (event: KeyboardEvent) => {
      const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (!by) return;
      event.preventDefault();
      const all = [...list.current!.querySelectorAll<HTMLElement>("button")];
      all[all.indexOf(document.activeElement as HTMLElement) + by]?.focus();
    };
    return (
      <nav className="rule-list" ref={list} aria-label={t("rule.list")} onKeyDown={walk}>
        {byChapter(found).map(([chapter, rules]) => (
          <section key={chapter} aria-label={`${chapter} ${rules[0]!.chapter}`}>
            <h3>
              <b>{chapter}</b> {rules[0]!.chapter}
            </h3>
            {rules.map(({ id, title }) => (
              <button
                type="button"
                key={id}
                data-rule={id}
                tabIndex={id === first ? 0 : -1}
                aria-current={id === chosen ? "true" : undefined}
                onClick={() => onChoose(id)}
              >
                <b>{id}</b> {title}
              </button>
            ))}
          </section>
        ))}
      </nav>
    );
  },
  (before, after) => before.found === after.found && before.chosen === after.chosen,
);

function RuleText({ play, rule }: { play: Play; rule: Rule }) {
  const { t } = useTranslation();
  return (
    <>
      <h3>
        <span className="rule-number">{rule.id}</span> {rule.title}
      </h3>
      <p>{rule.text}</p>
      {rule.refs.length > 0 && (
        <p className="refs">
          {t("rule.see")}{" "}
          {rule.refs.map((ref) => (
            <RuleLink key={ref} play={play} rule={ref} />
          ))}
        </p>
      )}
      {rule.examples.map((example) => (
        <section className="example" key={example.id}>
          <h4>{t("rule.example")}</h4>
          <p>{example.given}</p>
          <p>
            <b>{example.expect}</b>
          </p>
        </section>
      ))}
    </>
  );
}
