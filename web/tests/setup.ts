/** What of a browser the modules touch when they are loaded. */
const nothing = () => undefined;
Object.assign(globalThis, {
  location: { hash: "", href: "http://test/" },
  matchMedia: () => ({ matches: false, addEventListener: nothing, removeEventListener: nothing }),
  addEventListener: nothing,
  removeEventListener: nothing,
});
if (!("navigator" in globalThis)) Object.assign(globalThis, { navigator: { language: "en", languages: ["en"] } });
