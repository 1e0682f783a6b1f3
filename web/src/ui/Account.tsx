import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { AccountInfo } from "../api";
import { keyring, memory } from "../keyring";
import { http } from "../net/http";

/** An account collects the seats of all devices. Nobody needs one to play. */
export function Account({ account, onChange }: { account: AccountInfo | null; onChange(): void }) {
  const { t } = useTranslation();
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState("");
  const attempt = async (work: () => Promise<unknown>) => {
    setBusy(true);
    setError("");
    try {
      await work();
      setPassword("");
      onChange();
    } catch (caught) {
      setError(caught instanceof Error ? caught.message : String(caught));
    }
    setBusy(false);
  };
  const logIn = async () => {
    const told = await http.logIn({ name, password });
    memory.set("account", "yes");
    const keys = [...new Set(keyring.all().map((each) => each.key))];
    if (keys.length) await http.claim(told.csrf, keys.slice(-50));
  };
  if (account)
    return (
      <div className="fields">
        <p>{t("account.in", { name: account.name })}</p>
        <p className="hint">{t("account.inHint")}</p>
        <button onClick={() => void attempt(() => http.logOut(account.csrf).then(() => memory.set("account", "no")))} disabled={busy}>{t("account.out")}</button>
        {error && <p className="error" role="alert">{error}</p>}
      </div>
    );
  return (
    <form
      className="fields"
      onSubmit={(event) => {
        event.preventDefault();
        void attempt(logIn);
      }}
    >
      <p className="hint">{t("account.hint")}</p>
      <label>
        {t("account.name")}
        <input value={name} onChange={(event) => setName(event.target.value)} minLength={3} maxLength={32} pattern="[A-Za-z0-9_.\-]+" autoComplete="username" required />
      </label>
      <label>
        {t("account.password")}
        <input type="password" value={password} onChange={(event) => setPassword(event.target.value)} minLength={10} maxLength={200} autoComplete="current-password" required />
      </label>
      {error && <p className="error" role="alert">{error}</p>}
      <div className="buttons">
        <button disabled={busy}>{t("account.logIn")}</button>
        <button
          type="button"
          disabled={busy}
          onClick={(event) => event.currentTarget.form?.reportValidity() && void attempt(async () => (await http.register({ name, password }), logIn()))}
        >
          {t("account.register")}
        </button>
      </div>
    </form>
  );
}
