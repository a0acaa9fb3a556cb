import type { Plugin } from "vite";

/** The module in which Vite's build has the function that it wraps around every import(). */
const PRELOAD_HELPER_MODULE = "\0vite/preload-helper.js";

/** Files that are loaded before any import(), so that no import() has to list them. */
const INITIAL_FILES = /(?:^|\/)(?:i18n|query|rolldown-runtime|router|start|xstate)-[\w-]+\.js$/;

/** Puts our loading of files (src/lib/files/load-files.ts) in the place of Vite's, which never loads one twice. */
export function createFileLoadingPlugin(): Plugin {
  return {
    name: "file-loading",
    apply: "build",
    enforce: "pre",
    config: () => ({
      build: {
        modulePreload: {
          polyfill: false,
          // Vite leaves out a script that imports nothing; ours is to know of each.
          resolveDependencies: (file, dependencies, { hostType }) =>
            hostType === "html"
              ? dependencies
              : [...new Set([file, ...dependencies])].filter((each) => !INITIAL_FILES.test(each)),
        },
      },
    }),
    load(id) {
      return id === PRELOAD_HELPER_MODULE
        ? 'export { loadFiles as __vitePreload } from "@/lib/files/load-files";'
        : undefined;
    },
    generateBundle(_options, bundle) {
      const isTheirs = Object.values(bundle).some(
        (file) => file.type === "chunk" && file.code.includes("vite:preloadError"),
      );
      if (isTheirs)
        this.error("Vite's helper for import() is not replaced: a file that fails would never be loaded again.");
    },
  };
}
