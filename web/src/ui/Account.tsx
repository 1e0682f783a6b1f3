import { type FormEvent, useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { AccountInfo, SessionInfo } from "../api";
import { keyring, memory } from "../keyring";
import { http, ServerError } from "../net/http";

/** The page's own words, in its language, for refusals of the server. */
const REFUSALS: Record<number, string> = {
  400: "account.weak",
  401: "account.ended",
  403: "account.wrongPassword",
  409: "account.taken",
  429: "account.wait",
  503: "account.busy",
};

/** A request to the server: whether it is under way, and the error if it was refused. */
function useAttempt(refusals = REFUSALS): { busy: boolean; error: string; attempt(work: () => Promise<unknown>): Promise<boolean> } {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState("");
  const attempt = async (work: () => Promise<unknown>) => {
    setBusy(true);
    setError("");
    try {
      await work();
      return true;
    } catch (caught) {
      const known = caught instanceof ServerError ? refusals[caught.status] : undefined;
      setError(known ? t(known) : caught instanceof Error ? caught.message : String(caught));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, error, attempt };
}

const AT_THE_DOOR = { ...REFUSALS, 401: "account.wrong" };

interface Mine {
  account: AccountInfo;
  onChange(): void;
}

/** An account collects the seats of all devices. Nobody needs one to play. */
export function Account({ account, onChange }: { account: AccountInfo | null; onChange(): void }) {
  return account ? <LoggedIn account={account} onChange={onChange} /> : <LogIn onChange={onChange} />;
}

function LogIn({ onChange }: { onChange(): void }) {
  const { t } = useTranslation();
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const { busy, error, attempt } = useAttempt(AT_THE_DOOR);
  const logIn = async () => {
    const told = await http.logIn({ name, password });
    memory.set("account", "yes");
    const keys = [...new Set(keyring.all().map((each) => each.key))];
    if (keys.length) await http.claim(told.csrf, keys.slice(-50));
  };
  const come = async (work: () => Promise<unknown>) => (await attempt(work)) && onChange();
  return (
    <form
      className="fields"
      onSubmit={(event) => {
        event.preventDefault();
        void come(logIn);
      }}
    >
      {memory.get("account") === "ended" && <p role="status">{t("account.ended")}</p>}
      <p className="hint">{t("account.hint")}</p>
      <label>
        {t("account.name")}
        <input
          value={name}
          onChange={(event) => setName(event.target.value)}
          minLength={3}
          maxLength={32}
          pattern="[A-Za-z0-9_.\-]+"
          autoComplete="username"
          required
        />
      </label>
      <PasswordField label={t("account.password")} value={password} onChange={setPassword} least={10} />
      {error && (
        <p className="error" role="alert">
          {error}
        </p>
      )}
      <div className="buttons">
        <button type="submit" disabled={busy}>
          {t("account.logIn")}
        </button>
        <button
          type="button"
          disabled={busy}
          onClick={(event) =>
            event.currentTarget.form?.reportValidity() && void come(async () => (await http.register({ name, password }), logIn()))
          }
        >
          {t("account.register")}
        </button>
      </div>
    </form>
  );
}

function LoggedIn({ account, onChange }: Mine) {
  const { t } = useTranslation();
  const { busy, error, attempt } = useAttempt();
  const leave = async () => {
    if (await attempt(() => http.logOut(account.csrf))) memory.set("account", "no");
    onChange();
  };
  return (
    <div className="fields">
      <p>{t("account.in", { name: account.name })}</p>
      <p className="hint">{t("account.inHint")}</p>
      <div className="buttons">
        <button type="button" onClick={() => void leave()} disabled={busy}>
          {t("account.out")}
        </button>
      </div>
      {error && (
        <p className="error" role="alert">
          {error}
        </p>
      )}
      <Sessions account={account} onChange={onChange} />
      <ChangePassword account={account} onChange={onChange} />
      <details>
        <summary>{t("account.data")}</summary>
        <div className="fields">
          <p className="hint">{t("account.dataHint")}</p>
          <div className="buttons">
            <a className="button" href={http.exportAddress} download={`stavka-${account.name}.json`}>
              {t("account.export")}
            </a>
          </div>
        </div>
      </details>
      <DeleteAccount account={account} onChange={onChange} />
    </div>
  );
}

/** The sessions of the account. */
function Sessions({ account, onChange }: Mine) {
  const { t, i18n } = useTranslation();
  const [sessions, setSessions] = useState<SessionInfo[] | null>(null);
  const { busy, error, attempt } = useAttempt();
  const load = useCallback(() => http.sessions().then(setSessions, () => undefined), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another account has other sessions
  useEffect(() => void load(), [load, account]);
  const when = (seconds: number) => new Date(seconds * 1000).toLocaleString(i18n.language, { dateStyle: "medium", timeStyle: "short" });
  const end = async (session: SessionInfo) => {
    const done = await attempt(() => http.endSession(account.csrf, session.id));
    if (done && session.is_this) memory.set("account", "no");
    await load();
    if (session.is_this) onChange();
  };
  return (
    <details>
      <summary>{t("account.sessions")}</summary>
      {!sessions && <p className="hint">{t("loading")}</p>}
      <ul className="sessions">
        {sessions?.map((session) => {
          const agent = session.agent || t("account.unknown");
          return (
            <li key={session.id}>
              <span>
                <b>{agent}</b>
                {session.is_this && ` (${t("account.thisOne")})`}
                <small>{t("account.since", { since: when(session.created), used: when(session.used) })}</small>
              </span>
              <button
                type="button"
                onClick={() => void end(session)}
                disabled={busy}
                aria-label={t("account.endNamed", { agent, since: when(session.created) })}
              >
                {t("account.end")}
              </button>
            </li>
          );
        })}
      </ul>
      {error && (
        <p className="error" role="alert">
          {error}
        </p>
      )}
      {sessions && sessions.length > 1 && (
        <div className="buttons">
          <button type="button" onClick={() => void attempt(() => http.endOtherSessions(account.csrf)).then(load)} disabled={busy}>
            {t("account.endOthers")}
          </button>
        </div>
      )}
    </details>
  );
}

function ChangePassword({ account, onChange }: Mine) {
  const { t } = useTranslation();
  const [old, setOld] = useState("");
  const [fresh, setFresh] = useState("");
  const [done, setDone] = useState(false);
  const { busy, error, attempt } = useAttempt();
  const change = async (event: FormEvent) => {
    event.preventDefault();
    setDone(false);
    if (!(await attempt(() => http.changePassword(account.csrf, { old, new: fresh })))) return;
    setDone(true);
    setOld("");
    setFresh("");
    onChange();
  };
  return (
    <details>
      <summary>{t("account.change")}</summary>
      <form className="fields" onSubmit={(event) => void change(event)}>
        <input type="text" className="sr-only" value={account.name} autoComplete="username" readOnly tabIndex={-1} aria-hidden="true" />
        <PasswordField label={t("account.old")} value={old} onChange={setOld} />
        <PasswordField label={t("account.new")} value={fresh} onChange={setFresh} least={10} isNew />
        {error && (
          <p className="error" role="alert">
            {error}
          </p>
        )}
        <div className="buttons">
          <button type="submit" disabled={busy}>
            {t("account.change")}
          </button>
        </div>
        {done && <p role="status">{t("account.changed")}</p>}
      </form>
    </details>
  );
}

function DeleteAccount({ account, onChange }: Mine) {
  const { t } = useTranslation();
  const [password, setPassword] = useState("");
  const { busy, error, attempt } = useAttempt();
  const remove = async (event: FormEvent) => {
    event.preventDefault();
    if (!(await attempt(() => http.deleteAccount(account.csrf, password)))) return;
    memory.set("account", "no");
    onChange();
  };
  return (
    <details>
      <summary>{t("account.delete")}</summary>
      <form className="fields" onSubmit={(event) => void remove(event)}>
        <p className="hint">{t("account.deleteHint")}</p>
        <PasswordField label={t("account.old")} value={password} onChange={setPassword} />
        {error && (
          <p className="error" role="alert">
            {error}
          </p>
        )}
        <div className="buttons">
          <button type="submit" className="danger" disabled={busy}>
            {t("account.deleteSure")}
          </button>
        </div>
      </form>
    </details>
  );
}

function PasswordField({
  label,
  value,
  onChange,
  least = 1,
  isNew = false,
}: {
  label: string;
  value: string;
  onChange(value: string): void;
  least?: number;
  isNew?: boolean;
}) {
  return (
    <label>
      {label}
      <input
        type="password"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        minLength={least}
        maxLength={200}
        autoComplete={isNew ? "new-password" : "current-password"}
        required
      />
    </label>
  );
}
