import { APP_VERSION } from "@/lib/constants";
import { readStored, writeStored } from "@/lib/storage";
import { reloadPage } from "../reload";

export interface VersionResponse {
  readonly version: string;
  readonly forced?: boolean;
}

function parseNumbers(version: string): number[] {
  return version.split(".").map((part) => Number.parseInt(part, 10) || 0);
}

/** Whether `offered` is later than `running`, by number: 2.10 is later than 2.9. */
export function isNewer(offered: string, running: string): boolean {
  const [a, b] = [parseNumbers(offered), parseNumbers(running)];
  for (let place = 0; place < Math.max(a.length, b.length); place += 1) {
    const difference = (a[place] ?? 0) - (b[place] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}

/**
 * Whether the page must reload to get the server's version: a `force_` one (SHELL-179) or a newer forced one
 * (SHELL-158).
 *
 * `marker` is the version for which this browser has already reloaded. It prevents an endless loop where a cache still
 * serves the old files.
 */
export function shouldReload(
  { version, forced }: VersionResponse,
  running: string,
  marker: string | undefined,
): boolean {
  if (version === marker) return false;
  return version.startsWith("force_") || (forced === true && isNewer(version, running));
}

/** Reloads where the server requires it, and then never resolves, because the page is about to unload. */
export async function followVersion(answer: VersionResponse): Promise<void> {
  if (!shouldReload(answer, APP_VERSION, readStored("forcedVersion"))) return;
  writeStored("forcedVersion", answer.version);
  reloadPage();
  await new Promise(() => undefined);
}
