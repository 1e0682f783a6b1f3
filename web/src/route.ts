import { Store } from "./store";

/** The address within the page: everything behind the #, so that a seat's key is never sent to the server with an address. */
export type Route =
  | { page: "lobby" }
  | { page: "table"; table: string; key: string | null; invitation?: string | null }
  | { page: "replay"; table: string; key: string | null; analyse?: boolean };

export function readRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?");
  const [page, table] = path.split("/").map(decodeURIComponent);
  const asked = new URLSearchParams(query);
  const key = asked.get("key");
  if (page === "table" && table) return { page, table, key, invitation: asked.get("invitation") };
  if (page === "replay" && table) return asked.has("analyse") ? { page, table, key, analyse: true } : { page, table, key };
  return { page: "lobby" };
}

export function writeRoute(route: Route): string {
  if (route.page === "lobby") return "#/";
  const asked = [route.key ? `key=${encodeURIComponent(route.key)}` : "", route.page === "replay" && route.analyse ? "analyse" : ""];
  const query = asked.filter(Boolean).join("&");
  return `#/${route.page}/${encodeURIComponent(route.table)}${query && `?${query}`}`;
}

/** The address to send to a friend. */
export function invitationLink(table: string, invitation: string): string {
  return `${location.href.split("#")[0]}#/table/${encodeURIComponent(table)}?invitation=${encodeURIComponent(invitation)}`;
}

/** Go somewhere without a way back: an invitation that has been used is not an address to return to. */
export function goInstead(route: Route): void {
  location.replace(writeRoute(route));
}

/** The replay of a table with its analysis. */
export const goLookBack = (table: string, key: string | null): void => go({ page: "replay", table, key, analyse: true });

export const place = new Store<{ route: Route }>({ route: readRoute(location.hash) });

addEventListener("hashchange", () => place.set({ route: readRoute(location.hash) }));

export function go(route: Route): void {
  location.hash = writeRoute(route);
}
