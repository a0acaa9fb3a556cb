import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const SOURCE = join(import.meta.dirname, "../src");

test("no field has the type email: a browser rewrites a domain like “café.example” in it", () => {
  const files = readdirSync(SOURCE, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".tsx"));
  expect(files.length).toBeGreaterThan(500);

  const rewriting = files.filter((path) =>
    /<(?:input|TextInput|Input)\b[^>]*type="email"(?![^>]*\bhidden\b)/.test(readFileSync(join(SOURCE, path), "utf8")),
  );

  expect(rewriting).toEqual([]);
});
