/** All paths of the client's route table, parsed from the files that declare it. */

import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";

const CLIENT = resolve(import.meta.dirname, "../../client/src");
const FILES = [
  "features/*/routes.ts",
  "features/*/*/routes.ts",
  "features/*/public-routes.ts",
  "app/blocked-pages/routes.ts",
];

/** The patterns of all screens, such as `/contacts/:id`. */
export function routePatterns(): readonly string[] {
  return FILES.flatMap((glob) => globSync(glob, { cwd: CLIENT }))
    .flatMap((file) => [...readFileSync(resolve(CLIENT, file), "utf8").matchAll(/\bpath: "(\/[^"]*)"/g)])
    .map(([, pattern = ""]) => pattern)
    .toSorted();
}
