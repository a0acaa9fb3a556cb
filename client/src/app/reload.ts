import { FileMissing, isImportFailure } from "@/lib/files/waiting-files";
import { reloadInBrowser } from "./browser-page";
import { serverAnswers } from "./server-answers";

/** Tracks which missing file this tab has reloaded for. */
const RELOADED_FOR = "chunkReloaded";
let isGoing = false;

/** Loads the page again. */
export function reloadPage(): void {
  isGoing = true;
  reloadInBrowser();
}

/** Whether a file of the application could not be had: a new release took it away, or the network did. */
export function isChunkFailure(error: unknown): error is Error {
  return error instanceof FileMissing || isImportFailure(error);
}

export type ChunkOutcome =
  /** The page is about to be loaded anew. */
  | "reloading"
  /** The server does not answer: a page that is loaded now would be the browser's own. */
  | "serverLost"
  /** It has been loaded anew for this file already. */
  | "missing";

/**
 * Reloads once for this failure (SHELL-180), where a server is there to load from: the message names the file, so that
 * the same one failing again is told instead.
 */
export async function reloadForChunk(error: Error): Promise<ChunkOutcome> {
  const isThere = isGoing || (await serverAnswers());
  // Several routes may need one missing file.
  if (isGoing) return "reloading";
  if (!isThere) return "serverLost";
  if (sessionStorage.getItem(RELOADED_FOR) === error.message) return "missing";
  sessionStorage.setItem(RELOADED_FOR, error.message);
  reloadPage();
  return "reloading";
}
