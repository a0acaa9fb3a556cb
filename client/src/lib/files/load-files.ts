/**
 * Loads every file that an import() needs, then imports.
 *
 * Browsers remember a module that could not be fetched and never fetch it again; Vite's helper does the same with style
 * sheets. Here nothing is imported before its files are in the browser's cache. The build calls this in place of Vite's
 * helper (scripts/file-loading.ts).
 */
import { awaitFile, isImportFailure, loadUntilAvailable, MissingFileError } from "./waiting-files";

/** Long enough for the largest file on a slow connection, but a hanging server must not block it forever. */
const MAX_FETCH_MS = 60_000;
const MISSING_FILE_STATUSES = [404, 410];

/** Loaded and pending files, by address. */
const loadsByAddress = new Map<string, Promise<void>>();

/** `files` are the module's script with all its imports, and their style sheets, as paths below the base. */
export async function loadFiles<Module>(
  importModule: () => Promise<Module>,
  files: readonly string[] = [],
): Promise<Module> {
  const areThere = Promise.all(files.map(loadFile));
  let imported: { readonly module: Module } | { readonly failure: unknown } | undefined;
  // Started before the first await, so that the import counts as a file of this load.
  await loadUntilAvailable(async () => {
    await areThere;
    try {
      imported = { module: await importModule() };
    } catch (failure) {
      // The cached file was lost. Most browsers fail from now on without fetching.
      if (isImportFailure(failure)) throw new MissingFileError(failure.message);
      imported = { failure };
    }
  });
  if (imported && "module" in imported) return imported.module;
  throw imported?.failure;
}

function loadFile(path: string): Promise<void> {
  const { href } = new URL(import.meta.env.BASE_URL + path, window.location.href);
  const pending = loadsByAddress.get(href) ?? (isInPage(href) ? Promise.resolve() : loadMissingFile(href));
  loadsByAddress.set(href, pending);
  return awaitFile(pending);
}

/** Whether the page itself already included the file. */
function isInPage(href: string): boolean {
  const scripts = [...document.querySelectorAll<HTMLScriptElement>("script[src]")].map(({ src }) => src);
  const preloads = [...document.querySelectorAll<HTMLLinkElement>("link[rel=modulepreload]")];
  // A failed style sheet has no `sheet`.
  const styles = [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")].filter(({ sheet }) => sheet);
  return [...scripts, ...[...preloads, ...styles].map((link) => link.href)].includes(href);
}

function loadMissingFile(href: string): Promise<void> {
  if (!href.endsWith(".css")) return loadUntilAvailable(() => fetchFile(href));
  // Style sheets are added now, so that their order does not depend on which loads first.
  let style = addStyle(href, (link) => document.head.append(link));
  return loadUntilAvailable(async () => {
    try {
      await style.isThere;
    } catch {
      await fetchFile(href);
      const { link } = style;
      style = addStyle(href, (next) => link.replaceWith(next));
      await style.isThere;
    }
  });
}

async function fetchFile(href: string): Promise<void> {
  const response = await fetch(href, { signal: AbortSignal.timeout(MAX_FETCH_MS) });
  if (MISSING_FILE_STATUSES.includes(response.status)) throw new MissingFileError(href);
  if (!response.ok) throw new Error(`${href} responds with ${response.status}`);
  // Read to the end; otherwise the cache has no complete file.
  await response.arrayBuffer();
}

interface Style {
  readonly link: HTMLLinkElement;
  readonly isThere: Promise<void>;
}

function addStyle(href: string, put: (link: HTMLLinkElement) => void): Style {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.crossOrigin = "";
  link.href = href;
  const isThere = new Promise<void>((resolve, reject) => {
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", () => reject(new Error(`${href} could not be loaded`)));
  });
  // Waiting callers receive the failure; without any it must not become an unhandled rejection.
  isThere.catch(() => undefined);
  put(link);
  return { link, isThere };
}
