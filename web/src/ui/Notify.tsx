import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { http } from "../net/http";

/** The address for "your move" notices, if the server can send mail. */
export function Notify({ table, seat }: { table: string; seat: string }) {
  const { t } = useTranslation();
  const [can, setCan] = useState(false);
  const [email, setEmail] = useState("");
  const [told, setTold] = useState("");
  useEffect(() => {
    http.health().then(
      ({ mail }) => setCan(mail),
      () => undefined,
    );
  }, []);
  if (!can) return null;
  const save = async () => {
    try {
      await http.notify(table, seat, email.trim() || null);
      setTold(email.trim() ? t("notify.on") : t("notify.off"));
    } catch (caught) {
      setTold(caught instanceof Error ? caught.message : String(caught));
    }
  };
  return (
    <form
      className="fields"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <label>
        {t("notify.label")}
        <input type="email" value={email} onChange={(event) => setEmail(event.target.value)} autoComplete="email" maxLength={254} />
      </label>
      <button type="submit">{t("notify.save")}</button> <span role="status">{told}</span>
    </form>
  );
}
