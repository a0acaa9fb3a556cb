/** Every screen loads the texts that the modules of its page name. */

import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { expect, test } from "vitest";
import { FRAME_TEXTS, SIGNED_IN_ROUTES } from "@/app/features";

const SRC = resolve(import.meta.dirname, "../src");
/** Texts of the forms before the sign-in, which session/public.ts exports too; no signed-in screen shows those. */
const ENTRANCE = "session";
/** Loaded before any screen, or with every part. */
const ALWAYS = ["app", "lib", "ui", "lib/catalogue", "lib/causes", "lib/words", "lib/terms", "session/steps", ENTRANCE];

type Texts = { readonly [key: string]: string | Texts };

interface Part {
  readonly name: string;
  readonly texts: Texts;
}

const PARTS: readonly Part[] = globSync("**/texts/en.json", { cwd: SRC }).map((file) => ({
  name: dirname(dirname(file))
    .replace(/^features\//, "")
    .replace(/^ui\/dates$/, "dates")
    .replace(/^app\/gates$/, "gates"),
  texts: JSON.parse(readFileSync(resolve(SRC, file), "utf8")) as Texts,
}));
const KEY = /["`]([a-zA-Z]+(?:\.[\w-]+)+)(?=["`]|\.\$\{)/g;
const IMPORTED = /(?:^|\n)(?:import|export)\s+(?!type\b)[^;"]*?from "([^"]+)"|\bimport\(\s*"([^"]+)"\s*\)/g;
/** What a module of these imports has its texts loaded by that module. */
const LOADS_TEXTS = /\bload(?:Feature)?Texts\(/;

function has(texts: Texts, key: string): boolean {
  let at: string | Texts | undefined = texts;
  for (const name of key.split(".")) {
    if (typeof at !== "object") return false;
    at = at[name] ?? at[`${name}_other`];
  }
  return at !== undefined;
}

function resolveImport(from: string, imported: string): string | undefined {
  if (!/^(?:@\/|\.)/.test(imported)) return undefined;
  const base = imported.startsWith("@/") ? resolve(SRC, imported.slice(2)) : resolve(dirname(from), imported);
  return [base, `${base}.ts`, `${base}.tsx`].find((path) => /\.tsx?$/.test(path) && existsSync(path));
}

interface Module {
  readonly imports: readonly string[];
  readonly parts: readonly string[];
}

const modules = new Map<string, Module>();

function moduleOf(path: string): Module {
  const before = modules.get(path);
  if (before) return before;
  const source = readFileSync(path, "utf8");
  const imports = LOADS_TEXTS.test(source)
    ? []
    : [...source.matchAll(IMPORTED)].flatMap(([, plain, lazy]) => resolveImport(path, plain ?? lazy ?? "") ?? []);
  const parts = [...source.matchAll(KEY)].flatMap(
    ([, key = ""]) => PARTS.find(({ texts }) => has(texts, key))?.name ?? [],
  );
  const module = { imports, parts: [...new Set(parts)] };
  modules.set(path, module);
  return module;
}

function partsOf(page: string): ReadonlyMap<string, string> {
  const seen = new Set<string>();
  const parts = new Map<string, string>();
  const open = [page];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (
      seen.has(path) ||
      path.startsWith(resolve(SRC, ENTRANCE)) ||
      /\/(?:routes|public-routes|events)\.ts$/.test(path)
    )
      continue;
    seen.add(path);
    const module = moduleOf(path);
    for (const part of module.parts) parts.set(part, path);
    open.push(...module.imports);
  }
  return parts;
}

test("every screen loads the texts that its page names", () => {
  const missing = SIGNED_IN_ROUTES.flatMap(({ path, texts, load }) => {
    const [, page = ""] = /import[^(]*\(\s*"([^"]+)"/.exec(String(load)) ?? [];
    if (page === "") return [];
    const loaded = new Set([...ALWAYS, ...FRAME_TEXTS, ...texts]);
    return [...partsOf(resolve(SRC, `../${page}`))]
      .filter(([part]) => !loaded.has(part))
      .map(([part, by]) => `${path}: ${part}, for ${by.slice(SRC.length + 1)}`);
  });

  expect(missing).toEqual([]);
});

test("every module of the frame names texts that the frame loads", () => {
  const loaded = new Set([...ALWAYS, ...FRAME_TEXTS]);
  const missing = ["app/shell-layout.tsx", "app/signed-in.tsx"].flatMap((start) =>
    [...partsOf(resolve(SRC, start))].filter(([part]) => !loaded.has(part)).map(([part, by]) => `${part}, for ${by}`),
  );

  expect(missing).toEqual([]);
});
