import { Store } from "./store";

/** Where the page is: everything behind the #, so that a seat's key is never sent with an address. */
export type Route =
  | { page: "lobby" }
  | { page: "table"; table: string; key: string | null }
  | { page: "replay"; table: string; key: string | null };

export function readRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?");
  const [page, table] = path.split("/").map(decodeURIComponent);
  const key = new URLSearchParams(query).get("key");
  if ((page === "table" || page === "replay") && table) return { page, table, key };
  return { page: "lobby" };
}

export function writeRoute(route: Route): string {
  if (route.page === "lobby") return "#/";
  const key = route.key ? `?key=${encodeURIComponent(route.key)}` : "";
  return `#/${route.page}/${encodeURIComponent(route.table)}${key}`;
}

export const place = new Store<{ route: Route }>({ route: readRoute(location.hash) });

addEventListener("hashchange", () => place.set({ route: readRoute(location.hash) }));

export function go(route: Route): void {
  location.hash = writeRoute(route);
}
