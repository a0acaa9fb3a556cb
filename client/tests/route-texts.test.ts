/** Checks that every screen and every lazily loaded part loads the texts that its modules use. */

import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { expect, test } from "vitest";
import { FRAME_TEXTS, SIGNED_IN_ROUTES } from "@/app/features";
import { PUBLIC_ROUTES } from "@/app/public-routes";
import { listParts } from "@/app/texts";
import type { DefinedRoute } from "@/lib/routing";

const SRC = resolve(import.meta.dirname, "../src");
/** Loaded before any screen, or with the failure that they describe. */
const ALWAYS = ["app", "lib", "ui", "lib/catalogue", "lib/causes"];
const STEPS = ["session/steps"];
const FRAMES = {
  shell: [...listParts(STEPS), ...listParts(FRAME_TEXTS)],
  bare: [...listParts(STEPS), ...listParts(["blocked-pages"])],
  whole: listParts(STEPS),
};
/** Modules that load a route's texts, which have a test of their own, or texts that no module names. */
const LOADERS = [
  "app/main.tsx",
  "app/screen-route.ts",
  "app/signed-in-routes.ts",
  "app/blocked-pages/blocked-route.ts",
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
    .replace(/^(?:ui\/(?=(?:dates|merge-tags)$)|app\/(?=blocked-pages$)|lib\/(?=words$|terms$))/, ""),
  texts: JSON.parse(readFileSync(resolve(SRC, file), "utf8")) as Texts,
}));
const KEY_PATTERN = /["`]([a-zA-Z]+(?:\.[\w-]+)+)(?=["`]|\.\$\{)/g;
const NAMED_IMPORT_PATTERN =
  /(?:^|\n)(?:import|export)\s+(?!type\b)(\{[^}]*\}|[^;"{]*?(?:\{[^}]*\}\s*)?)(?:\s*from\s+)?"([^"]+)"/g;
const LAZY_IMPORT_PATTERN = /\bimport\(\s*"([^"]+)"\s*\)/g;
const STATEMENT_PATTERN = /\n(?=(?:export |async |function |const |class |setDescribe))/;
/** A module that only re-exports: importing a name from it imports that name's module. */
const BARREL_PATTERN = /\/public\.ts$/;
/** Shown after the second step of a sign-in, whose screen has the texts. */
const LATER_TEXTS_FILE = "features/session/session.ts";
/** They list all screens but load none. */
const TABLE_PATTERN = /\/(?:routes|public-routes|events|signed-in-routes)\.ts$/;

function hasText(texts: Texts, key: string): boolean {
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
function findLoadedParts(statement: string): readonly string[] | undefined {
  if (!/\b(?:load(?:Feature)?Texts|loadPartTexts|loadSegmentTexts)\(/.test(statement)) return undefined;
  const frame = /\.\.\.FRAME_TEXTS|\(FRAME_TEXTS\)/.test(statement) ? FRAME_TEXTS : [];
  const features = [...statement.matchAll(/loadFeatureTexts\(\[([^\]]*)\]\)/g)].flatMap(([, list = ""]) =>
    listParts([...[...list.matchAll(/"([^"]+)"/g)].map(([, name = ""]) => name), ...frame]),
  );
  const own = [...statement.matchAll(/([\w/-]+)"?: createTextSource\(/g)].map(([, name = ""]) => name);
  const contacts = [...statement.matchAll(/\bloadPartTexts\(("[^)]*)\)/g)].flatMap(([, list = ""]) =>
    [...list.matchAll(/"(\w+)"/g)].map(([, name]) => `contacts/${name}`),
  );
  const segments = /\bloadSegmentTexts\(\)/.test(statement) ? ["dates", "segments"] : [];
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
function listSources(path: string, clause: string): readonly string[] {
  if (!BARREL_PATTERN.test(path)) return [path];
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
const unreadFiles: string[] = [];

function getModule(path: string): Module {
  const before = modules.get(path);
  if (before) return before;
  const source = readFileSync(path, "utf8");
  const named = [...source.matchAll(NAMED_IMPORT_PATTERN)].flatMap(([, clause = "", imported = ""]) => {
    const found = resolveImport(path, imported);
    return found === undefined ? [] : listSources(found, clause);
  });
  const lazy = source.split(STATEMENT_PATTERN).flatMap((statement) => {
    const parts = findLoadedParts(statement);
    const name = /(?:function|const) (\w+)/.exec(statement)?.[1] ?? "";
    const file = relative(SRC, path);
    if (parts?.length === 0 && !LOADERS.includes(file) && !LOADERS.includes(`${file}: ${name}`)) unreadFiles.push(file);
    return [...statement.matchAll(LAZY_IMPORT_PATTERN)].flatMap(([, imported = ""]) => {
      const found = resolveImport(path, imported);
      return found === undefined ? [] : { path: found, parts: parts ?? [] };
    });
  });
  const keys = relative(SRC, path) === LATER_TEXTS_FILE ? [] : [...source.matchAll(KEY_PATTERN)];
  const parts = keys.flatMap(([, key = ""]) => PARTS.find(({ texts }) => hasText(texts, key))?.name ?? []);
  // The importers of a barrel follow its exports.
  const imports = BARREL_PATTERN.test(path) ? lazy : [...named.map((each) => ({ path: each, parts: [] })), ...lazy];
  const module = { imports, parts: [...new Set(parts)] };
  modules.set(path, module);
  return module;
}

/** Text parts that modules reachable from `start` use without having loaded them, each with its module. */
function listMissingParts(start: string, loaded: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  const missing = new Set<string>();
  const open = [{ path: start, loaded: new Set([...ALWAYS, ...loaded]) }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const state = `${next.path}: ${[...next.loaded].sort().join()}`;
    if (seen.has(state) || TABLE_PATTERN.test(next.path)) continue;
    seen.add(state);
    const module = getModule(next.path);
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
function listPages({ path, load }: DefinedRoute): readonly string[] {
  const [, page] = /import[^(]*\(\s*"([^"]+)"/.exec(String(load)) ?? [];
  if (page !== undefined) return [resolve(SRC, `../${page}`)];
  if (!String(load).includes("await page()")) throw new Error(`${path}: no page in ${String(load)}`);
  const routes = resolve(SRC, "features/reports/routes.ts");
  const table = readFileSync(routes, "utf8")
    .split(STATEMENT_PATTERN)
    .find((statement) => statement.startsWith("const SCREENS"));
  return [...(table ?? "").matchAll(LAZY_IMPORT_PATTERN)].flatMap(
    ([, imported = ""]) => resolveImport(routes, imported) ?? [],
  );
}

function listMissing(routes: readonly DefinedRoute[], frame: (route: DefinedRoute) => readonly string[]): string[] {
  return routes.flatMap((route) =>
    listPages(route).flatMap((page) =>
      listMissingParts(page, [...frame(route), ...listParts(route.texts)]).map((each) => `${route.path}: ${each}`),
    ),
  );
}

test("every screen behind the sign-in has the texts that its modules name", () => {
  const frameOf = ({ isBare, isWhole }: DefinedRoute) => {
    if (isWhole) return FRAMES.whole;
    return isBare ? FRAMES.bare : FRAMES.shell;
  };

  expect(listMissing(SIGNED_IN_ROUTES, frameOf)).toEqual([]);
});

test("every screen before the sign-in has them", () => {
  expect(listMissing(PUBLIC_ROUTES, () => [])).toEqual([]);
});

test.each([
  ["app/root.tsx", []],
  ["app/signed-in.tsx", FRAMES.whole],
  ["app/shell-layout.tsx", FRAMES.shell],
  ["app/blocked-pages/bare-layout.tsx", FRAMES.bare],
  ["app/signed-in-frame.tsx", FRAMES.shell],
  ["app/pages/missing-record.tsx", FRAMES.whole],
])("%s has them", (start, loaded) => {
  expect(listMissingParts(resolve(SRC, start), loaded)).toEqual([]);
});

test("every module that loads texts is understood here", () => {
  for (const file of globSync("**/*.{ts,tsx}", { cwd: SRC, exclude: ["**/*.test.*"] })) getModule(resolve(SRC, file));

  expect(unreadFiles).toEqual([]);
});
