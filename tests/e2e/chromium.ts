/** Chromium out of the package @sparticuz/chromium: nothing has to be installed on the system. */

import { access, constants } from "node:fs/promises";
import { type Browser, chromium } from "@playwright/test";

// The package brings libnss3 and its kin but unpacks them only where it believes to run on Lambda. It decides that on
// import, so this is set before.
process.env.AWS_LAMBDA_JS_RUNTIME ??= "nodejs22.x";

/** An installed browser, where CHROMIUM_PATH names one; else the unpacked one. */
export async function executablePath(): Promise<string> {
  const installed = process.env.CHROMIUM_PATH;
  if (installed !== undefined) {
    await access(installed, constants.X_OK);
    return installed;
  }
  const { default: packed } = await import("@sparticuz/chromium");
  return packed.executablePath();
}

/**
 * Starts the browser. Never with the package's own `args`: they switch web security off, so that a page could read
 * the other origin, and run everything in one process, so that closing one context ends the browser.
 */
export async function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: await executablePath(),
    args: ["--no-sandbox", "--disable-gpu"],
    headless: true,
  });
}
