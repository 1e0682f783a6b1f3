import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { place } from "../route";
import { settings, themeOf, watchSystem } from "../settings";
import { useStore } from "../store";
import { Lobby } from "./Lobby";

type Tables = typeof import("./TablePage");

/** The code of the table's page; "failed" if it cannot be loaded. Not by `lazy`: React shows what `Suspense` has waited for only
 * after 300 ms. */
function useTables(isWanted: boolean): Tables | "failed" | null {
  const [tables, setTables] = useState<Tables | "failed" | null>(null);
  useEffect(() => {
    if (isWanted) void import("./TablePage").then(setTables, () => setTables("failed"));
  }, [isWanted]);
  return tables;
}

export function App() {
  const { t } = useTranslation();
  const { route } = useStore(place);
  const { theme, calm } = useStore(settings);
  const [, again] = useState(0);
  useEffect(() => watchSystem(() => again((n) => n + 1)), []);
  const shown = themeOf(theme);
  useEffect(() => {
    document.documentElement.dataset.theme = shown;
    document.documentElement.dataset.calm = calm ? "yes" : "no";
  }, [shown, calm]);
  const tables = useTables(route.page !== "lobby");
  if (route.page === "lobby") return <Lobby />;
  if (!tables) return <p className="loading">Stavka</p>;
  if (tables === "failed")
    return (
      <main className="loading">
        <p role="alert">{t("link.noCode")}</p>
        {/* a browser may keep that a part of the page could not be loaded until the page is loaded anew */}
        <button type="button" onClick={() => location.reload()}>
          {t("link.again")}
        </button>
      </main>
    );
  return (
    <tables.TablePage
      key={`${route.page}/${route.table}`}
      table={route.table}
      link={route.key}
      invitation={route.page === "table" ? (route.invitation ?? null) : null}
      replay={route.page === "replay"}
      analyse={route.page === "replay" && route.analyse === true}
      theme={shown}
    />
  );
}
