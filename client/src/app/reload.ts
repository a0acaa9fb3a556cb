import { isImportFailure, MissingFileError } from "@/lib/files/waiting-files";
import { reloadInBrowser } from "./browser-page";
import { isServerResponding } from "./server-status";

/** Tracks which missing file this tab has reloaded for. */
const RELOADED_FILE_KEY = "chunkReloaded";
let isReloading = false;

export function reloadPage(): void {
  isReloading = true;
  reloadInBrowser();
}

/** Whether a file of the application could not be loaded: a release removed it, or the network failed. */
export function isChunkFailure(error: unknown): error is Error {
  return error instanceof MissingFileError || isImportFailure(error);
}

export type ChunkOutcome =
  /** The page is about to reload. */
  | "reloading"
  /** The server does not respond: a reload would show the browser's own error page. */
  | "serverLost"
  /** The page has already reloaded for this file. */
  | "missing";

/**
 * Reloads once for this failure (SHELL-180), where a server responds. The message names the file, so that a second
 * failure of the same file is reported instead.
 */
export async function reloadForChunk(error: Error): Promise<ChunkOutcome> {
  const isResponding = isReloading || (await isServerResponding());
  // Several routes can need the same missing file.
  if (isReloading) return "reloading";
  if (!isResponding) return "serverLost";
  if (sessionStorage.getItem(RELOADED_FILE_KEY) === error.message) return "missing";
  sessionStorage.setItem(RELOADED_FILE_KEY, error.message);
  reloadPage();
  return "reloading";
}
