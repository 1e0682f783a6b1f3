import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

/** Where the Python server listens while the page is developed. */
const server = process.env.STAVKA_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [react()],
  // milsymbol's parts, of which `map/symbols.ts` takes those that we need; its package exports only all of them together
  resolve: { alias: { "milsymbol/parts": fileURLToPath(new URL("node_modules/milsymbol/index.mjs", import.meta.url)) } },
  base: "./",
  build: { target: "es2022", assetsInlineLimit: 0 },
  server: { port: 5173, proxy: { "/api": { target: server, ws: true } } },
  test: {
    include: ["tests/**/*.test.{ts,tsx}"],
    environment: "node",
    setupFiles: ["tests/setup.ts"],
    pool: "threads",
    isolate: false,
    maxWorkers: 1,
  },
});
