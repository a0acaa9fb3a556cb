/** Unpacks the browser before the workers start, so that they don't all do it at once. */

import { unpack } from "./chromium.ts";

export default async function unpacked(): Promise<void> {
  await unpack();
}
