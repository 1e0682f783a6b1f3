import { useState } from "react";
import { useTranslation } from "react-i18next";
import { http } from "../net/http";

/** The hash that was published before the game, made of the seed here in the browser. */
export async function commitment(seed: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`stavka seed ${seed}`));
  return [...new Uint8Array(bytes)].map((each) => each.toString(16).padStart(2, "0")).join("");
}

/** The dice of a game that is over: does the seed fit the hash, and does it give these rolls? */
export function FairDice({ table, promised, seed }: { table: string; promised: string; seed: string }) {
  const { t } = useTranslation();
  const [told, setTold] = useState("");
  const check = async () => {
    try {
      const fits = (await commitment(seed)) === promised;
      const { ok, rolls } = await http.dice(table);
      setTold(fits && ok ? t("fair.ok", { count: rolls }) : fits ? t("fair.rolls") : t("fair.seed"));
    } catch (caught) {
      setTold(caught instanceof Error ? caught.message : String(caught));
    }
  };
  return (
    <p>
      <button type="button" onClick={() => void check()}>
        {t("fair.check")}
      </button>{" "}
      <span role="status">{told}</span>
    </p>
  );
}
