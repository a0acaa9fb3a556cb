/** Lets Node run the builder as it stands: finds the files that its imports name without an ending, and `@/`. */
import { existsSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";

const SRC = new URL("../../src/", import.meta.url);

registerHooks({
  resolve(specifier, context, next) {
    const isOurs = specifier.startsWith("@/") || (specifier.startsWith(".") && context.parentURL?.includes("/client/"));
    if (!isOurs || context.parentURL?.includes("/node_modules/")) return next(specifier, context);
    const url = specifier.startsWith("@/") ? new URL(specifier.slice(2), SRC) : new URL(specifier, context.parentURL);
    const path = fileURLToPath(url);
    const found = [path, `${path}.ts`, `${path}.tsx`].find((file) => existsSync(file) && /\.\w+$/.test(file));
    return next(found ? pathToFileURL(found).href : specifier, context);
  },
});
