/** Compiles an MJML source repeatedly with Node's mjml; prints the milliseconds of each run as JSON. */
import { createRequire } from "node:module";
import { text } from "node:stream/consumers";

const fromTests = createRequire(new URL("../tests/e2e/package.json", import.meta.url));
const loaded = fromTests("mjml");
const compile = loaded.default ?? loaded;
const { source, runs, warmUp } = JSON.parse(await text(process.stdin));

const taken = [];
for (let run = 0; run < runs + warmUp; run += 1) {
  const began = performance.now();
  const { html } = await compile(source, { validationLevel: "skip" });
  taken.push(performance.now() - began);
  if (!html.includes("Panen Gayo")) throw new Error("mjml left the mail out");
}
process.stdout.write(JSON.stringify(taken.slice(warmUp)));
