import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

const SRC = resolve(import.meta.dirname, "../src");

function listFiles(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? listFiles(path) : [path];
  });
}

type Tree = { readonly [key: string]: string | Tree };

function flatten(tree: Tree, prefix = ""): Record<string, string> {
  return Object.fromEntries(
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === "string" ? [[prefix + key, value]] : Object.entries(flatten(value, `${prefix}${key}.`)),
    ),
  );
}

interface Rule {
  readonly say: string;
  readonly pattern: string;
}

interface Wording {
  readonly rules: readonly Rule[];
  readonly indonesian: readonly Rule[];
  /** Keys of exempt texts, with the reason. */
  readonly client: Readonly<Record<string, string>>;
}

const WORDING = JSON.parse(readFileSync(resolve(import.meta.dirname, "../../tests/wording.json"), "utf8")) as Wording;
const compileRules = (rules: readonly Rule[]) =>
  rules.map(({ say, pattern }) => ({ say, pattern: new RegExp(pattern) }));
const RULES = compileRules(WORDING.rules);
const INDONESIAN_RULES = compileRules(WORDING.indonesian);
/** Lower it only with a reason: a scan that finds fewer texts may have lost some. */
const MIN_TEXTS = 5400;
const MAX_REPEATED = 300;

const FILES = listFiles(SRC);

function readTexts(language: string): Record<string, string> {
  const parts = FILES.filter((path) => path.endsWith(`/texts/${language}.json`));
  return Object.assign({}, ...parts.map((path) => flatten(JSON.parse(readFileSync(path, "utf8")) as Tree))) as Record<
    string,
    string
  >;
}

const english = readTexts("en");
const indonesian = readTexts("id");
/** A reference to another text by its key. */
const NESTED_TEXT_PATTERN = /\$t\([\w.]+\)/g;
const SLOT_PATTERN = /\{\{(\w+)\}\}/g;

function listSlots(sentence: string | undefined): string[] {
  return [...(sentence ?? "").matchAll(SLOT_PATTERN)].map(([, name]) => name ?? "").sort();
}

/** The keys that a language needs for the English ones: one form per plural category. */
function listNeededKeys(language: string): string[] {
  const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  return Object.keys(english).filter((key) => {
    const [, sentence, category] = /^(.*)_(one|two|few|many)$/.exec(key) ?? [];
    return !category || !(`${sentence}_other` in english) || categories.some((needed) => needed === category);
  });
}

test("both languages have the same sentences", () => {
  expect(Object.keys(indonesian).sort()).toEqual(listNeededKeys("id").sort());
});

test("a sentence has the same places to fill in both languages", () => {
  const different = listNeededKeys("id").filter(
    (key) => listSlots(english[key]).join() !== listSlots(indonesian[key]).join(),
  );

  expect(different).toEqual([]);
});

test("every file of texts gives its keys to the types", () => {
  const named = [...readFileSync(join(SRC, "app/text-files.ts"), "utf8").matchAll(/typeof import\("(.+)"\)/g)];
  const files = FILES.filter((path) => path.endsWith("/texts/en.json"));

  expect(named.map(([, path]) => resolve(SRC, "app", path ?? "")).sort()).toEqual(files.sort());
});

test("no sentence uses a wording that is ruled out", () => {
  const hits = Object.entries(english)
    .filter(([key]) => !(key in WORDING.client))
    .flatMap(([key, sentence]) =>
      RULES.filter(({ pattern }) =>
        pattern.test(sentence.replace(NESTED_TEXT_PATTERN, "").replace(SLOT_PATTERN, "{{n}}")),
      ).map(({ say }) => `${key}: write “${say}” in “${sentence}”`),
    );

  expect(hits).toEqual([]);
  expect(Object.keys(english).length).toBeGreaterThanOrEqual(MIN_TEXTS);
});

test("no Indonesian sentence uses a wording that is ruled out", () => {
  const hits = Object.entries(indonesian).flatMap(([key, sentence]) =>
    INDONESIAN_RULES.filter(({ pattern }) => pattern.test(sentence)).map(
      ({ say }) => `${key}: write “${say}” in “${sentence}”`,
    ),
  );

  expect(hits).toEqual([]);
});

test("every exception is a sentence that needs it", () => {
  const idle = Object.keys(WORDING.client).filter(
    (key) => !RULES.some(({ pattern }) => pattern.test(english[key] ?? "")),
  );

  expect(idle).toEqual([]);
});

test("texts that several places share are shared", () => {
  const sentences = Object.values(english).filter((sentence) => !sentence.startsWith("$t("));

  // Repeated where Indonesian needs two texts for it, or where the shared texts are not loaded yet.
  expect(sentences.length - new Set(sentences).size).toBeLessThan(MAX_REPEATED);
});

test("a text that stands for another has one in both languages", () => {
  const targets = [english, indonesian].flatMap((texts) =>
    Object.values(texts).flatMap((sentence) =>
      [...sentence.matchAll(NESTED_TEXT_PATTERN)].map(([whole]) => whole.slice(3, -1)),
    ),
  );

  expect(targets.filter((key) => !(key in english) && !(`${key}_other` in english))).toEqual([]);
});
