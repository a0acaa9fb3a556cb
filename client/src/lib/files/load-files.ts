/**
 * Loads every file that an import() needs, then imports. Browsers remember a module that could not be fetched and
 * never fetch it again, and Vite's own helper does so with style sheets. Here nothing is imported before its files are
 * in the browser's cache. The build calls this in place of Vite's helper (scripts/file-loading.ts).
 */
import { awaitFile, FileMissing, isImportFailure, loadUntilThere } from "./waiting-files";

/** A slow line needs a while for the largest file; a server that hangs must not hold it back forever. */
const MAX_FETCH_MS = 60_000;
const GONE = [404, 410];

/** By address; of those that are not there yet too. */
const loaded = new Map<string, Promise<void>>();

/** `files` are the script of the module with all that it imports, and their style sheets, as paths below the base. */
export async function loadFiles<Module>(
  importModule: () => Promise<Module>,
  files: readonly string[] = [],
): Promise<Module> {
  const areThere = Promise.all(files.map(loadFile));
  let imported: { readonly module: Module } | { readonly failure: unknown } | undefined;
  // Started before the first await, so that the import counts as a file of this load.
  await loadUntilThere(async () => {
    await areThere;
    try {
      imported = { module: await importModule() };
    } catch (failure) {
      // Not taken from the cache and lost: most browsers fail from now on without fetching.
      if (isImportFailure(failure)) throw new FileMissing(failure.message);
      imported = { failure };
    }
  });
  if (imported && "module" in imported) return imported.module;
  throw imported?.failure;
}

function loadFile(path: string): Promise<void> {
  const { href } = new URL(import.meta.env.BASE_URL + path, window.location.href);
  const known = loaded.get(href) ?? (isInPage(href) ? Promise.resolve() : loadNew(href));
  loaded.set(href, known);
  return awaitFile(known);
}

/** Whether the page began with it. */
function isInPage(href: string): boolean {
  const scripts = [...document.querySelectorAll<HTMLScriptElement>("script[src]")].map(({ src }) => src);
  const preloads = [...document.querySelectorAll<HTMLLinkElement>("link[rel=modulepreload]")];
  // One that failed has no sheet.
  const styles = [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")].filter(({ sheet }) => sheet);
  return [...scripts, ...[...preloads, ...styles].map((link) => link.href)].includes(href);
}

function loadNew(href: string): Promise<void> {
  if (!href.endsWith(".css")) return loadUntilThere(() => fetchFile(href));
  // Style sheets are added now and keep their order, whichever is there first.
  let style = addStyle(href, (link) => document.head.append(link));
  return loadUntilThere(async () => {
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
  if (GONE.includes(response.status)) throw new FileMissing(href);
  if (!response.ok) throw new Error(`${href} responds with ${response.status}`);
  // To its end, or the cache has no whole file.
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
  // Who waits for it hears of the failure; without anyone waiting it is none of the page's.
  isThere.catch(() => undefined);
  put(link);
  return { link, isThere };
}
