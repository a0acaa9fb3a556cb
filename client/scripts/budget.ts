/**
 * Fails when a first load is over its budget: the JavaScript that is requested before the form can be typed in or the
 * rows are seen, brotli, and the style sheets. Reads dist/.vite/manifest.json, so run it after the build.
 */
import { existsSync, readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import { BUDGETS, type Budget } from "./budgets.ts";

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
  readonly assets?: readonly string[];
}

const dist = new URL("../dist/", import.meta.url);
const manifest = JSON.parse(readFileSync(new URL(".vite/manifest.json", dist), "utf8")) as Record<string, Chunk>;

function measureBrotliBytes(file: string): number {
  const ready = new URL(`${file}.br`, dist);
  const bytes = existsSync(ready) ? readFileSync(ready) : brotliCompressSync(readFileSync(new URL(file, dist)));
  return bytes.length;
}

/** Every file that comes with the modules: what they import, and what that imports. */
function listFiles(modules: readonly string[]): { scripts: Set<string>; styles: Set<string> } {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const seen = new Set<string>();
  const open = [...modules];
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    if (seen.has(key)) continue;
    seen.add(key);
    const chunk = manifest[key];
    if (!chunk) throw new Error(`${key} is not in the build; mend scripts/budgets.ts`);
    (chunk.file.endsWith(".css") ? styles : scripts).add(chunk.file);
    for (const style of chunk.css ?? []) styles.add(style);
    for (const asset of chunk.assets ?? []) if (asset.endsWith(".js")) scripts.add(asset);
    open.push(...(chunk.imports ?? []));
  }
  return { scripts, styles };
}

function sumBytes(files: Iterable<string>): number {
  let bytes = 0;
  for (const file of files) bytes += measureBrotliBytes(file);
  return bytes;
}

function checkBudget({ name, modules, without = [], scriptKb, styleKb }: Budget): boolean {
  const all = listFiles(modules);
  const before = listFiles(without);
  const scripts = sumBytes([...all.scripts].filter((file) => !before.scripts.has(file))) / 1000;
  const styles = sumBytes([...all.styles].filter((file) => !before.styles.has(file))) / 1000;
  const isKept = scripts <= scriptKb && (styleKb === undefined || styles <= styleKb);
  const styleWords = styleKb === undefined ? "" : `, style sheets ${styles.toFixed(1)} of ${styleKb} kB`;
  console.log(`${isKept ? "kept" : "OVER"}  ${name}: scripts ${scripts.toFixed(1)} of ${scriptKb} kB${styleWords}`);
  if (process.argv.includes("--files")) {
    for (const file of [...all.scripts].filter((file) => !before.scripts.has(file))) {
      console.log(`        ${(measureBrotliBytes(file) / 1000).toFixed(1).padStart(6)}  ${file}`);
    }
  }
  return isKept;
}

const results = BUDGETS.map(checkBudget);
process.exitCode = results.every(Boolean) ? 0 : 1;
