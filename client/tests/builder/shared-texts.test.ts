/** The texts of the builder, which every editor shows. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";

const BUILDER = resolve(import.meta.dirname, "../../src/builder");

/** Texts of a file by key. */
function listTexts(value: unknown, key = ""): readonly (readonly [key: string, text: string])[] {
  if (typeof value === "string") return [[key, value]];
  return Object.entries(value as Readonly<Record<string, unknown>>).flatMap(([name, inside]) =>
    listTexts(inside, `${key}.${name}`),
  );
}

test.each(["collab", "graph", "inspector", "screen", "tree"])(
  "no text of %s says that a document is an email",
  (folder) => {
    const files = ["en", "id"].map((language) => resolve(BUILDER, folder, `texts/${language}.json`));
    const texts = files.flatMap((file) => listTexts(JSON.parse(readFileSync(file, "utf8"))));

    // An address is one of an email in every editor.
    const naming = texts.filter(([key, text]) => /e-?mail/i.test(text) && !key.endsWith(".addressWrong"));
    expect(naming).toEqual([]);
  },
);
