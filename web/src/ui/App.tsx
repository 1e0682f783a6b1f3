import { lazy, Suspense, useEffect, useState } from "react";
import { place } from "../route";
import { settings, themeOf, watchSystem } from "../settings";
import { useStore } from "../store";
import { Lobby } from "./Lobby";

const TablePage = lazy(() => import("./TablePage").then((module) => ({ default: module.TablePage })));

export function App() {
  const { route } = useStore(place);
  const { theme, calm } = useStore(settings);
  const [, again] = useState(0);
  useEffect(() => watchSystem(() => again((n) => n + 1)), []);
  const shown = themeOf(theme);
  useEffect(() => {
    document.documentElement.dataset.theme = shown;
    document.documentElement.dataset.calm = calm ? "yes" : "no";
  }, [shown, calm]);
  if (route.page === "lobby") return <Lobby />;
  return (
    <Suspense fallback={<p className="loading">Stavka</p>}>
      <TablePage
        key={`${route.page}/${route.table}`}
        table={route.table}
        link={route.key}
        invitation={route.page === "table" ? (route.invitation ?? null) : null}
        replay={route.page === "replay"}
        theme={shown}
      />
    </Suspense>
  );
}
