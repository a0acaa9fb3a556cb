import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const readFile = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");

describe("the policies of Trusted Types", () => {
  test("are those that the page's content policy names", () => {
    const [, types = ""] = /type Name = ([^;]+);/.exec(readFile("./trusted-types.ts")) ?? [];
    const names = [...types.matchAll(/"([^"]+)"/g)].map(([, name]) => name);
    const [, served = ""] = /trusted-types ([\w\s-]+)"/.exec(readFile("../../../server/core/origins.py")) ?? [];

    expect(names).toEqual(["user-html", "help-html", "own-workers"]);
    // The last one is ProseMirror's, for pasted content.
    expect(served.split(" ")).toEqual([...names, "ProseMirrorClipboard"]);
  });
});
