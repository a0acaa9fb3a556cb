/** Unpacks the browser before the workers start, so that they don't all do it in parallel. */

import { unpack } from "./chromium.ts";

export default async function unpacked(): Promise<void> {
  await unpack();
}
