import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

const SRC = resolve(import.meta.dirname, "../src");

function filesUnder(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesUnder(path) : [path];
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

const FILES = filesUnder(SRC);

function textsOf(language: string): Record<string, string> {
  const parts = FILES.filter((path) => path.endsWith(`/texts/${language}.json`));
  return Object.assign({}, ...parts.map((path) => flatten(JSON.parse(readFileSync(path, "utf8")) as Tree))) as Record<
    string,
    string
  >;
}

const english = textsOf("en");
const indonesian = textsOf("id");
const PLACE = /\{\{(\w+)\}\}/g;

function places(sentence: string | undefined): string[] {
  return [...(sentence ?? "").matchAll(PLACE)].map(([, name]) => name ?? "").sort();
}

test("both languages have the same sentences", () => {
  expect(Object.keys(indonesian).sort()).toEqual(Object.keys(english).sort());
});

test("a sentence has the same places to fill in both languages", () => {
  const different = Object.keys(english).filter(
    (key) => places(english[key]).join() !== places(indonesian[key]).join(),
  );

  expect(different).toEqual([]);
});

test("every key that the source names has a sentence", () => {
  const named = FILES.filter((path) => /\.tsx?$/.test(path) && !path.includes(".test.")).flatMap((path) =>
    [...readFileSync(path, "utf8").matchAll(/\bt\(\s*"([\w.-]+)"/g)].map(([, key]) => key ?? ""),
  );
  const plural = (key: string): boolean => `${key}_other` in english;

  expect([...new Set(named)].filter((key) => !(key in english) && !plural(key))).toEqual([]);
});

test("the interface does not shout or beg", () => {
  const loud = Object.entries(english).filter(
    ([key, sentence]) => /!|\bplease\b/i.test(sentence) && !SPECIFIED.has(key.replace(/^errors\./, "")),
  );

  expect(loud).toEqual([]);
});

/** Sentences that the specification words so. */
const SPECIFIED = new Set([
  "tokenException",
  "loggedOut",
  "sessionExpired",
  "sessionEnded",
  "reloginNeeded",
  "tokenExpired",
  "resetInvalidToken",
  "invalidForm",
]);
