/** The interface texts, read from the client's files. */

import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";

type Texts = { readonly [key: string]: string | Texts };

const CLIENT = resolve(import.meta.dirname, "../../client/src");

/** Every text of a language; those with placeholders contain `{{`. */
export function readTexts(language: "en" | "id"): readonly string[] {
  return globSync(`**/texts/${language}.json`, { cwd: CLIENT })
    .toSorted()
    .flatMap((file) => listLeaves(JSON.parse(readFileSync(resolve(CLIENT, file), "utf8")) as Texts));
}

function listLeaves(texts: Texts): readonly string[] {
  return Object.values(texts).flatMap((value) => (typeof value === "string" ? [value] : listLeaves(value)));
}
