// Pictures of the page with the mock: node scripts/screens.mjs [folder]. Needs a built page and the system's Chromium.
import { mkdirSync } from "node:fs";
import { spawn } from "node:child_process";
import { chromium } from "playwright-core";

const out = process.argv[2] ?? "/tmp/web-screens";
const only = process.argv.slice(3);
const port = 8790;
/** SLOW=3 waits three times as long, on a busy machine. */
const SLOW = Number(process.env.SLOW ?? 1);
mkdirSync(out, { recursive: true });
const server = spawn(process.execPath, [new URL("../mock/server.mjs", import.meta.url).pathname, String(port)], { stdio: "ignore" });
await new Promise((resolve) => setTimeout(resolve, 900));
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });

process.on("exit", () => server.kill());
const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const press = (key, times = 1) => async (page) => {
  for (let i = 0; i < times; i++) { await page.keyboard.press(key); await page.waitForTimeout(SLOW * 250); }
};
/** Where a hex is on the screen. */
const at = async (page, hex) => page.evaluate((h) => window.stavka?.screen(h), hex);
const click = (hex) => async (page) => { const p = await at(page, hex); await page.mouse.click(p[0], p[1]); await page.waitForTimeout(SLOW * 500); };
const hover = (hex) => async (page) => { const p = await at(page, hex); await page.mouse.move(p[0] - 2, p[1]); await page.mouse.move(p[0], p[1]); await page.waitForTimeout(SLOW * 700); };

const shots = [
  ["lobby", "#/", WIDE],
  ["lobby-dark-es", "#/", WIDE, { theme: "dark", lang: "es" }],
  ["lobby-phone", "#/", PHONE],
  ["far", "#/table/at38?key=s", WIDE, { do: [press("0")] }],
  ["move", "#/table/at39?key=s", WIDE],
  ["move-path", "#/table/at42?key=s", WIDE, { do: [hover("3233")] }],
  ["movement", "#/table/at38?key=s", WIDE],
  ["close", "#/table/at38?key=s", WIDE, { do: [press("+", 3)] }],
  ["close-dark", "#/table/at38?key=s", WIDE, { theme: "dark", do: [press("+", 2)] }],
  ["odds", "#/table/at8?key=s", WIDE],
  ["odds-dark-fr", "#/table/at8?key=s", WIDE, { theme: "dark", lang: "fr" }],
  ["dice", "#/table/at9bot?key=s", WIDE, { do: [press("a"), async (p) => p.waitForTimeout(1800)] }],
  ["fan", "#/table/at38?key=s", WIDE, { do: [press("+", 1), hover("3435")] }],
  ["why", "#/table/at38?key=s", WIDE, { do: [click("2934")] }],
  ["zones", "#/table/at38?key=s", WIDE, { do: [press("Shift+Z")] }],
  ["supply", "#/table/at38?key=s", WIDE, { do: [press("0"), press("Shift+S")] }],
  ["best-odds", "#/table/at38?key=s", WIDE, { do: [press("Shift+O")] }],
  ["rule", "#/table/at8?key=s", WIDE, { do: [async (p) => { await p.click(".now .rule-link"); await p.waitForTimeout(300); }] }],
  ["keys", "#/table/at38?key=s", WIDE, { do: [press("?")] }],
  ["menu", "#/table/at38?key=s", WIDE, { do: [async (p) => { await p.click(".tools button:last-child"); }] }],
  ["film", "#/table/at60?key=s", WIDE, { do: [async (p) => { await p.click(".log .quiet"); await p.waitForTimeout(2600); }] }],
  ["curtain", "#/table/at3hot?key=both", WIDE, { do: [async (p) => { for (let i = 0; i < 7; i++) { await p.evaluate(() => document.querySelector(".picks li button, .option:not(.undo)")?.click()); await p.waitForTimeout(350); } }] }],
  ["replay", "#/replay/at100over?key=s", WIDE, { do: [async (p) => { await p.evaluate(() => { const r = document.querySelector("input[type=range]"); Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(r, "45"); r.dispatchEvent(new Event("input", { bubbles: true })); }); await p.waitForTimeout(700); }] }],
  ["onlooker", "#/table/at38", WIDE],
  ["phone", "#/table/at39?key=s", PHONE],
  ["phone-dark", "#/table/at38?key=s", PHONE, { theme: "dark" }],
  ["phone-odds", "#/table/at8?key=s", PHONE, { do: [async (p) => { await p.click("nav button:nth-child(2)"); await p.waitForTimeout(300); }] }],
];
for (const [name, hash, viewport, more = {}] of shots) {
  if (only.length && !only.includes(name)) continue;
  const context = await browser.newContext({ viewport, deviceScaleFactor: viewport === PHONE ? 2 : 1, colorScheme: more.theme ?? "light", hasTouch: viewport === PHONE, locale: more.lang ?? "en" });
  const page = await context.newPage();
  page.on("pageerror", (error) => console.log(name, "ERROR", error.message));
  page.on("console", (message) => message.type() === "error" && console.log(name, "console", message.text()));
  page.setDefaultTimeout(150_000);
  await page.goto(`http://127.0.0.1:${port}/${hash}`, { timeout: 150_000, waitUntil: "commit" });
  await page.waitForSelector(".lobby, .map");
  await page.waitForFunction(() => !document.querySelector('.map-loading'), null, { timeout: 150000 }).catch(() => console.log(name, "map is slow"));
  await page.waitForTimeout(SLOW * 2500);
  for (const act of more.do ?? []) await act(page).catch((error) => console.log(name, error.message.split("\n")[0]));
  await page.waitForTimeout(SLOW * 600);
  await page.screenshot({ path: `${out}/${name}.png` });
  console.log(name);
  await context.close();
}
await browser.close();
server.kill();
process.exit(0);
