import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, test } from "vitest";

const SRC = resolve(import.meta.dirname, "../src");
const SHEET_IMPORT_PATTERN = /^import (\w+) from "([^"]+\.module\.css)";$/gm;

function listFiles(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? listFiles(path) : [path];
  });
}

/** Classes that a file uses but the sheet does not define. A class that was moved away loses its style. */
function listMissingClasses(path: string): readonly string[] {
  const code = readFileSync(path, "utf8");
  return [...code.matchAll(SHEET_IMPORT_PATTERN)].flatMap(([, name = "", sheet = ""]) => {
    const rules = readFileSync(sheet.startsWith("@/") ? join(SRC, sheet.slice(2)) : join(dirname(path), sheet), "utf8");
    const taken = code.replaceAll(/"[^"\n]*"/g, "").matchAll(new RegExp(String.raw`\b${name}\.(\w+)`, "g"));
    return [...new Set([...taken].map(([, taken = ""]) => taken))]
      .filter((each) => !new RegExp(String.raw`\.${each}\b`).test(rules))
      .map((each) => `${relative(SRC, path)}: ${each}`);
  });
}

test("every class that a file names stands in its sheet", () => {
  expect(
    listFiles(SRC)
      .filter((path) => path.endsWith(".tsx"))
      .flatMap(listMissingClasses),
  ).toEqual([]);
});

/** The classes that a sheet defines, except those of the page and of Mantine. */
function listDefinedClasses(sheet: string): readonly string[] {
  const selectors = readFileSync(sheet, "utf8")
    .replaceAll(/\/\*[\s\S]*?\*\//g, "")
    .replaceAll(/:global\([^)]*\)/g, "")
    .replaceAll(/\{[^{}]*\}/g, "{}");
  return [...new Set([...selectors.matchAll(/\.([a-z]\w*)/gi)].map(([, name = ""]) => name))];
}

/** The classes that files use of each sheet, by its path. */
function collectUsedClasses(): ReadonlyMap<string, ReadonlySet<string>> {
  const taken = new Map<string, Set<string>>();
  for (const path of listFiles(SRC).filter((each) => /\.tsx?$/.test(each))) {
    const code = readFileSync(path, "utf8");
    for (const [, name = "", sheet = ""] of code.matchAll(SHEET_IMPORT_PATTERN)) {
      const key = sheet.startsWith("@/") ? join(SRC, sheet.slice(2)) : join(dirname(path), sheet);
      const classes = taken.get(key) ?? new Set();
      for (const [, each = ""] of code.matchAll(new RegExp(String.raw`\b${name}\.(\w+)`, "g"))) classes.add(each);
      taken.set(key, classes);
    }
  }
  return taken;
}

test("every class of a sheet is taken by a file", () => {
  const taken = collectUsedClasses();

  expect(
    listFiles(SRC)
      .filter((path) => path.endsWith(".module.css"))
      .flatMap((path) =>
        listDefinedClasses(path)
          .filter((name) => !taken.get(path)?.has(name))
          .map((name) => `${relative(SRC, path)}: ${name}`),
      ),
  ).toEqual([]);
});

/** Folders whose sheets are imported from elsewhere, with how many files do so. The numbers only fall. */
const SHARED_SHEETS: Readonly<Record<string, number>> = {
  "builder/inspector/controls": 10,
  "features/campaigns/components": 3,
  "features/email-editor/email": 3,
  "features/reports/pages": 1,
  "features/segments/components": 4,
  "features/session/pages": 1,
};

test("no further file imports the sheet of another folder", () => {
  const counts: Record<string, number> = {};
  for (const path of listFiles(SRC).filter((each) => /\.tsx?$/.test(each))) {
    for (const [, , sheet = ""] of readFileSync(path, "utf8").matchAll(SHEET_IMPORT_PATTERN)) {
      const target = sheet.startsWith("@/") ? join(SRC, sheet.slice(2)) : join(dirname(path), sheet);
      const folder = relative(SRC, dirname(target));
      if (dirname(target) !== dirname(path)) counts[folder] = (counts[folder] ?? 0) + 1;
    }
  }

  expect(counts).toEqual(SHARED_SHEETS);
});

/** The rules of all sheets that draw the arrow of a list to choose from. */
function listArrowRules(): readonly { readonly selector: string; readonly body: string }[] {
  return listFiles(SRC)
    .filter((path) => path.endsWith(".css"))
    .flatMap((path) => [...readFileSync(path, "utf8").matchAll(/([^{}]+)\{([^{}]*var\(--list-arrow\)[^{}]*)\}/g)])
    .map(([, selector = "", body = ""]) => ({ selector: selector.trim(), body }));
}

test("every list to choose from has the same arrow, Mantine's lists too", () => {
  const rules = listArrowRules();

  expect(
    rules.map(({ selector }) => selector).filter((selector) => selector.includes("combobox-chevron")),
  ).toHaveLength(1);
  expect(rules.filter(({ body }) => !/\b14px\b/.test(body))).toEqual([]);
});

test("a list to choose from has the border of a field", () => {
  expect(
    listArrowRules().filter(({ body }) => /border: 1px/.test(body) && !body.includes("1px solid var(--control)")),
  ).toEqual([]);
});

/** Maximum widths of the layouts; 766 and 991 belong to the frame around the screens. */
const MAX_WIDTHS_PX = [479, 766, 767, 991, 1023, 1199];

/** Matching lines of all sheets but those of the editor kernel and the tokens, with their files. */
function listLines(pattern: RegExp): readonly string[] {
  return listFiles(SRC)
    .filter((path) => path.endsWith(".css") && !/\/src\/builder\/|\/theme\/tokens\.css$/.test(path))
    .flatMap((path) =>
      [...readFileSync(path, "utf8").matchAll(pattern)].map(([line]) => `${relative(SRC, path)}: ${line}`),
    );
}

test("sheets take the sizes of type from the tokens", () => {
  expect(listLines(/\bfont(?:-size)?: [^;]*\d(?:px|rem)[^;]*;/g)).toEqual([]);
});

test("sheets change the layout at the widths of the tokens alone", () => {
  const widths = listLines(/@media[^{]*width[^{]*/g);
  const isToken = (line: string) => {
    const px = [...line.matchAll(/(max|min)-width: (\d+)px/g)].map(
      ([, end, px]) => Number(px) - (end === "min" ? 1 : 0),
    );
    return px.length > 0 && px.every((each) => MAX_WIDTHS_PX.includes(each));
  };

  expect(widths.filter((line) => !isToken(line))).toEqual([]);
});
