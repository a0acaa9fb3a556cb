import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, test } from "vitest";

const SRC = resolve(import.meta.dirname, "../src");
const SHEET = /^import (\w+) from "([^"]+\.module\.css)";$/gm;

function filesUnder(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesUnder(path) : [path];
  });
}

/** What a file takes from a sheet that the sheet doesn't have: a class that was moved away takes its look with it. */
function missing(path: string): readonly string[] {
  const code = readFileSync(path, "utf8");
  return [...code.matchAll(SHEET)].flatMap(([, name = "", sheet = ""]) => {
    const rules = readFileSync(sheet.startsWith("@/") ? join(SRC, sheet.slice(2)) : join(dirname(path), sheet), "utf8");
    const taken = code.replaceAll(/"[^"\n]*"/g, "").matchAll(new RegExp(String.raw`\b${name}\.(\w+)`, "g"));
    return [...new Set([...taken].map(([, taken = ""]) => taken))]
      .filter((each) => !new RegExp(String.raw`\.${each}\b`).test(rules))
      .map((each) => `${relative(SRC, path)}: ${each}`);
  });
}

test("every class that a file names stands in its sheet", () => {
  expect(
    filesUnder(SRC)
      .filter((path) => path.endsWith(".tsx"))
      .flatMap(missing),
  ).toEqual([]);
});

/** The rules of all sheets that draw the arrow of a list to choose from. */
function arrowRules(): readonly { readonly selector: string; readonly body: string }[] {
  return filesUnder(SRC)
    .filter((path) => path.endsWith(".css"))
    .flatMap((path) => [...readFileSync(path, "utf8").matchAll(/([^{}]+)\{([^{}]*var\(--list-arrow\)[^{}]*)\}/g)])
    .map(([, selector = "", body = ""]) => ({ selector: selector.trim(), body }));
}

test("every list to choose from has the same arrow, Mantine's lists too", () => {
  const rules = arrowRules();

  expect(
    rules.map(({ selector }) => selector).filter((selector) => selector.includes("combobox-chevron")),
  ).toHaveLength(1);
  expect(rules.filter(({ body }) => !/\b14px\b/.test(body))).toEqual([]);
});

test("a list to choose from has the border of a field", () => {
  expect(
    arrowRules().filter(({ body }) => /border: 1px/.test(body) && !body.includes("1px solid var(--control)")),
  ).toEqual([]);
});
