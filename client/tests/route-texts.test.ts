/** Checks that every screen and every lazily loaded part loads the texts that its modules use. */

import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { expect, test } from "vitest";
import { FRAME_TEXTS, SIGNED_IN_ROUTES } from "@/app/features";
import { PUBLIC_ROUTES } from "@/app/public-routes";
import { partsFor } from "@/app/texts";
import type { DefinedRoute } from "@/lib/routing";

const SRC = resolve(import.meta.dirname, "../src");
/** Loaded before any screen, or with the failure that they describe. */
const ALWAYS = ["app", "lib", "ui", "lib/catalogue", "lib/causes"];
const STEPS = ["session/steps"];
const FRAMES = {
  shell: [...partsFor(STEPS), ...partsFor(FRAME_TEXTS)],
  bare: [...partsFor(STEPS), ...partsFor(["gates"])],
  whole: partsFor(STEPS),
};
/** Modules that load a route's texts, which have a test of their own, or texts that no module names. */
const LOADERS = [
  "app/main.tsx",
  "app/screen-route.ts",
  "app/signed-in-routes.ts",
  "app/gates/wanted-route.ts",
  "app/texts.ts",
  "features/contacts/part-texts.ts: loadPartTexts",
  "features/segments/words-source.ts",
  "lib/catalogue/load.ts",
  "lib/causes/load.ts",
  "lib/i18n/i18n.ts",
];

type Texts = { readonly [key: string]: string | Texts };

interface Part {
  readonly name: string;
  readonly texts: Texts;
}

const PARTS: readonly Part[] = globSync("**/texts/en.json", { cwd: SRC }).map((file) => ({
  name: dirname(dirname(file))
    .replace(/^features\//, "")
    .replace(/^(?:ui\/(?=(?:dates|merge-tags)$)|app\/(?=gates$)|lib\/(?=words$|terms$))/, ""),
  texts: JSON.parse(readFileSync(resolve(SRC, file), "utf8")) as Texts,
}));
const KEY = /["`]([a-zA-Z]+(?:\.[\w-]+)+)(?=["`]|\.\$\{)/g;
const NAMED = /(?:^|\n)(?:import|export)\s+(?!type\b)(\{[^}]*\}|[^;"{]*?(?:\{[^}]*\}\s*)?)(?:\s*from\s+)?"([^"]+)"/g;
const LAZY = /\bimport\(\s*"([^"]+)"\s*\)/g;
const STATEMENT = /\n(?=(?:export |async |function |const |class |setDescribe))/;
/** A module that only re-exports: importing a name from it imports that name's module. */
const BARREL = /\/public\.ts$/;
/** Shown after the second step of a sign-in, whose screen has the texts. */
const SAID_LATER = "features/session/session.ts";
/** They list all screens but load none. */
const TABLES = /\/(?:routes|public-routes|events|signed-in-routes)\.ts$/;

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

/** The texts that a statement loads, or undefined if it loads none. */
function loadedBy(statement: string): readonly string[] | undefined {
  if (!/\b(?:load(?:Feature)?Texts|loadPartTexts|loadSegmentWords)\(/.test(statement)) return undefined;
  const frame = /\.\.\.FRAME_TEXTS|\(FRAME_TEXTS\)/.test(statement) ? FRAME_TEXTS : [];
  const features = [...statement.matchAll(/loadFeatureTexts\(\[([^\]]*)\]\)/g)].flatMap(([, list = ""]) =>
    partsFor([...[...list.matchAll(/"([^"]+)"/g)].map(([, name = ""]) => name), ...frame]),
  );
  const own = [...statement.matchAll(/([\w/-]+)"?: textSource\(/g)].map(([, name = ""]) => name);
  const contacts = [...statement.matchAll(/\bloadPartTexts\(("[^)]*)\)/g)].flatMap(([, list = ""]) =>
    [...list.matchAll(/"(\w+)"/g)].map(([, name]) => `contacts/${name}`),
  );
  const segments = /\bloadSegmentWords\(\)/.test(statement) ? ["dates", "segments"] : [];
  const terms = contacts.length + segments.length > 0 || statement.includes("...TERMS") ? ["terms"] : [];
  return [...features, ...own, ...contacts, ...segments, ...terms];
}

interface Import {
  readonly path: string;
  /** Texts that load with it. */
  readonly parts: readonly string[];
}

interface Module {
  readonly imports: readonly Import[];
  readonly parts: readonly string[];
}

/** The modules that define the names: the re-exported ones of a barrel, or the module itself. */
function sourcesOf(path: string, clause: string): readonly string[] {
  if (!BARREL.test(path)) return [path];
  const names = new Set([...clause.matchAll(/(?<!type )\b(\w+)(?: as \w+)?(?=\s*[,}])/g)].map(([, name]) => name));
  const source = readFileSync(path, "utf8");
  const exported = [...source.matchAll(/export \{([^}]*)\} from "([^"]+)"/g)].flatMap(([, list = "", from = ""]) =>
    list
      .split(",")
      .map((each) => each.trim().split(" as ").at(-1) ?? "")
      .filter((name) => names.has(name))
      .map((name) => ({ name, from: resolveImport(path, from) })),
  );
  const own = exported.length < names.size ? [path] : [];
  return [...own, ...exported.flatMap(({ from }) => from ?? [])];
}

const modules = new Map<string, Module>();
const silent: string[] = [];

function moduleOf(path: string): Module {
  const before = modules.get(path);
  if (before) return before;
  const source = readFileSync(path, "utf8");
  const named = [...source.matchAll(NAMED)].flatMap(([, clause = "", imported = ""]) => {
    const found = resolveImport(path, imported);
    return found === undefined ? [] : sourcesOf(found, clause);
  });
  const lazy = source.split(STATEMENT).flatMap((statement) => {
    const parts = loadedBy(statement);
    const name = /(?:function|const) (\w+)/.exec(statement)?.[1] ?? "";
    const file = relative(SRC, path);
    if (parts?.length === 0 && !LOADERS.includes(file) && !LOADERS.includes(`${file}: ${name}`)) silent.push(file);
    return [...statement.matchAll(LAZY)].flatMap(([, imported = ""]) => {
      const found = resolveImport(path, imported);
      return found === undefined ? [] : { path: found, parts: parts ?? [] };
    });
  });
  const keys = relative(SRC, path) === SAID_LATER ? [] : [...source.matchAll(KEY)];
  const parts = keys.flatMap(([, key = ""]) => PARTS.find(({ texts }) => has(texts, key))?.name ?? []);
  // The importers of a barrel follow its exports.
  const imports = BARREL.test(path) ? lazy : [...named.map((each) => ({ path: each, parts: [] })), ...lazy];
  const module = { imports, parts: [...new Set(parts)] };
  modules.set(path, module);
  return module;
}

/** Text parts that modules reachable from `start` use without having loaded them, each with its module. */
function missingFrom(start: string, loaded: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  const missing = new Set<string>();
  const open = [{ path: start, loaded: new Set([...ALWAYS, ...loaded]) }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const state = `${next.path}: ${[...next.loaded].sort().join()}`;
    if (seen.has(state) || TABLES.test(next.path)) continue;
    seen.add(state);
    const module = moduleOf(next.path);
    for (const part of module.parts) {
      if (!next.loaded.has(part)) missing.add(`${part}, for ${relative(SRC, next.path)}`);
    }
    for (const { path, parts } of module.imports) {
      const more = parts.some((part) => !next.loaded.has(part));
      open.push({ path, loaded: more ? new Set([...next.loaded, ...parts]) : next.loaded });
    }
  }
  return [...missing];
}

/** Pages of a route. Report routes come from a table, so one of its pages stands for all. */
function pagesOf({ path, load }: DefinedRoute): readonly string[] {
  const [, page] = /import[^(]*\(\s*"([^"]+)"/.exec(String(load)) ?? [];
  if (page !== undefined) return [resolve(SRC, `../${page}`)];
  if (!String(load).includes("await page()")) throw new Error(`${path}: no page in ${String(load)}`);
  const routes = resolve(SRC, "features/reports/routes.ts");
  const table = readFileSync(routes, "utf8")
    .split(STATEMENT)
    .find((statement) => statement.startsWith("const SCREENS"));
  return [...(table ?? "").matchAll(LAZY)].flatMap(([, imported = ""]) => resolveImport(routes, imported) ?? []);
}

function missingOf(routes: readonly DefinedRoute[], frame: (route: DefinedRoute) => readonly string[]): string[] {
  return routes.flatMap((route) =>
    pagesOf(route).flatMap((page) =>
      missingFrom(page, [...frame(route), ...partsFor(route.texts)]).map((each) => `${route.path}: ${each}`),
    ),
  );
}

test("every screen behind the sign-in has the texts that its modules name", () => {
  const frameOf = ({ isBare, isWhole }: DefinedRoute) => {
    if (isWhole) return FRAMES.whole;
    return isBare ? FRAMES.bare : FRAMES.shell;
  };

  expect(missingOf(SIGNED_IN_ROUTES, frameOf)).toEqual([]);
});

test("every screen before the sign-in has them", () => {
  expect(missingOf(PUBLIC_ROUTES, () => [])).toEqual([]);
});

test.each([
  ["app/root.tsx", []],
  ["app/signed-in.tsx", FRAMES.whole],
  ["app/shell-layout.tsx", FRAMES.shell],
  ["app/gates/bare-layout.tsx", FRAMES.bare],
  ["app/signed-in-frame.tsx", FRAMES.shell],
  ["app/pages/missing-record.tsx", FRAMES.whole],
])("%s has them", (start, loaded) => {
  expect(missingFrom(resolve(SRC, start), loaded)).toEqual([]);
});

test("every module that loads texts is understood here", () => {
  for (const file of globSync("**/*.{ts,tsx}", { cwd: SRC, exclude: ["**/*.test.*"] })) moduleOf(resolve(SRC, file));

  expect(silent).toEqual([]);
});
