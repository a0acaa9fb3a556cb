import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { generate } from "../scripts/generate";

test("the generated types are those of the contracts", { timeout: 60_000 }, async () => {
  for (const [name, text] of Object.entries(await generate())) {
    const path = new URL(`../src/generated/${name}`, import.meta.url);
    expect(readFileSync(path, "utf8") === text, `${name}: npm run generate`).toBe(true);
  }
});
