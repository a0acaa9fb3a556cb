import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { buildPiece, createRegistry, type EditorKind, type EditorRecord } from "./registry";
import { TINY, TINY_PARTS, TINY_RECORD } from "./tests/tiny-editor";

const BUILDER_FOLDER = resolve(import.meta.dirname, "..");
const CONTRACT = resolve(BUILDER_FOLDER, "../generated/documents.json");

test("an editor of other kinds is a registry and nothing more", () => {
  expect([...TINY.kinds.keys()]).toEqual(["shelf", "board", "book", "lamp"]);
  const book = TINY.kinds.get("book");
  expect(book && buildPiece(book)).toEqual({
    level: "component",
    kind: "book",
    settings: {
      title: "Untitled",
      pages: 100,
      hard: false,
      ink: "",
      cover: { cloth: "linen", gilt: false },
      next: null,
      ribbon: 3,
    },
    children: [],
  });
  expect(TINY.kinds.get("lamp")?.feature).toBe("light");
});

test("a kind that one side lacks is refused", () => {
  const stranger: EditorKind = { name: "cat", icon: () => null, Preview: () => null };
  expect(() => createRegistry(TINY_RECORD, { ...TINY_PARTS, kinds: [...TINY_PARTS.kinds, stranger] })).toThrow(/cat/);
  expect(() => createRegistry(TINY_RECORD, { ...TINY_PARTS, kinds: TINY_PARTS.kinds.slice(1) })).toThrow(/shelf/);
});

function listFiles(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? listFiles(path) : [path];
  });
}

test("the kernel names no kind of any editor", () => {
  const { email } = JSON.parse(readFileSync(CONTRACT, "utf8")) as {
    email: { kinds: readonly { name: string; level: string }[] };
  };
  const kinds = email.kinds.map(({ name }) => name);
  const source = listFiles(BUILDER_FOLDER).filter(
    (path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\/tests\//.test(path),
  );
  const naming = source.flatMap((path) => {
    const text = readFileSync(path, "utf8");
    return kinds
      .filter((kind) =>
        new RegExp(`kind\\s*[!=]==?\\s*["'\`]${kind}|case ["'\`]${kind}["'\`]|kinds[.\\[]["'\`]?${kind}`).test(text),
      )
      .map((kind) => `${path}: ${kind}`);
  });

  expect(kinds.length).toBeGreaterThanOrEqual(9);
  expect(naming).toEqual([]);
});

test("the kernel names no level of any editor", () => {
  const { email } = JSON.parse(readFileSync(CONTRACT, "utf8")) as { email: EditorRecord };
  const levels = Object.keys(email.structure.levels);
  const names = levels.join("|");
  const naming = new RegExp(
    `(?:level|Level|LEVEL)\\w*["'\\]]*\\s*(?:[!=]==?|:|\\?\\?)\\s*["'\`](?:${names})["'\`]|` +
      `case ["'\`](?:${names})["'\`]|levels?(?:\\?\\.|\\.|\\[["'\`])(?:${names})\\b|["'\`](?:${names})["'\`]\\s*[!=]==`,
  );
  const source = listFiles(BUILDER_FOLDER).filter(
    (path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\/tests\//.test(path),
  );

  expect(levels).toEqual(["row", "column", "component"]);
  expect(naming.test('if (branch.level === "row")')).toBe(true);
  expect(naming.test("structure.levels.column.holds")).toBe(true);
  expect(source.filter((path) => naming.test(readFileSync(path, "utf8")))).toEqual([]);
});

test("nothing in the kernel switches over kinds", () => {
  const source = listFiles(BUILDER_FOLDER).filter(
    (path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\/tests\//.test(path),
  );
  expect(source.filter((path) => /switch \([\w.]*\bkind\)/.test(readFileSync(path, "utf8")))).toEqual([]);
});
