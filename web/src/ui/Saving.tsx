import { useState } from "react";
import { useTranslation } from "react-i18next";
import { http } from "../net/http";

/** Give a text to the browser as a file. */
function save(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = Object.assign(document.createElement("a"), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** The log of a table as a file: also of one that this version of the server cannot open. */
export function SaveLog({ table, seat, lang }: { table: string; seat: string | null; lang: string }) {
  const { t } = useTranslation();
  const [error, setError] = useState("");
  const get = () =>
    http.log(table, seat ? [seat] : [], lang).then(
      (text) => save(text, `${table}-log.txt`),
      (caught: unknown) => setError(caught instanceof Error ? caught.message : String(caught)),
    );
  return (
    <>
      <button type="button" onClick={() => void get()}>
        {t("menu.log")}
      </button>
      {error && <span role="alert">{error}</span>}
    </>
  );
}
