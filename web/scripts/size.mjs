// What a browser loads, gzipped: node scripts/size.mjs (after a build). Fails above the limit.
import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const LIMIT = 600 * 1024;
/** What the lobby loads before anything else: the rest of its first visit is the list of games and their covers. */
const LOBBY = 280 * 1024;
const folder = new URL("../dist/", import.meta.url).pathname;
const files = readdirSync(folder, { recursive: true }).filter((name) => /\.(js|css|html|svg|woff2)$/.test(name));
let [code, fonts, lobby] = [0, 0, 0];
for (const name of files) {
  const raw = readFileSync(folder + name);
  const size = name.endsWith(".woff2") ? raw.length : gzipSync(raw, { level: 9 }).length;
  if (name.endsWith(".woff2")) fonts += size;
  else code += size;
  if (/^(index\.html|assets\/index-.*\.(js|css))$/.test(name)) lobby += size;
  console.log(`${String(size).padStart(8)}  ${name}`);
}
console.log(
  `code and styles ${(code / 1024).toFixed(1)} KB, fonts ${(fonts / 1024).toFixed(1)} KB, together ${((code + fonts) / 1024).toFixed(1)} KB`,
);
console.log(`the lobby first loads ${(lobby / 1024).toFixed(1)} KB of code and styles`);
if (lobby > LOBBY) {
  console.error("above 280 KB");
  process.exit(1);
}
if (code + fonts > LIMIT) {
  console.error("above 600 KB");
  process.exit(1);
}
