/** Unpacks the browser before there are workers: two that did so at once would start half a file. */

import { executablePath } from "./chromium.ts";

export default async function unpacked(): Promise<void> {
  await executablePath();
}
