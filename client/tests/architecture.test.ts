import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import { expect, test } from "vitest";

const SRC = resolve(import.meta.dirname, "../src");
const { client: LAYERS, builder: PACKAGES } = JSON.parse(
  readFileSync(resolve(import.meta.dirname, "../../docs/layers.json"), "utf8"),
) as { client: string[]; builder: string[][] };

function listFiles(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? listFiles(path) : [path];
  });
}

const FILES = listFiles(SRC).filter((path) => /\.tsx?$/.test(path) && !path.includes(".test."));
const IMPORT_PATTERN = /(?:from|import\()\s*"([^"]+)"|^import "([^"]+)"/gm;
const PACKAGE_PATTERN = /^(?:@[a-z][\w-]*\/)?[a-z][\w.-]*$/;
const ASSET_PATTERN = /url\("([^"]+)"\)/g;

interface Edge {
  readonly from: string;
  readonly to: string;
}

/** Every import of our own files, as paths below src. */
function listEdges(): Edge[] {
  return FILES.flatMap((path) =>
    [...readFileSync(path, "utf8").matchAll(IMPORT_PATTERN)].flatMap((match) => {
      const target = match[1] ?? match[2] ?? "";
      const from = relative(SRC, path);
      if (target.startsWith("@/")) return [{ from, to: target.slice(2) }];
      if (target.startsWith(".")) return [{ from, to: relative(SRC, resolve(path, "..", target)) }];
      return [];
    }),
  );
}

function getPackage(module: string): string {
  return module
    .split("/")
    .slice(0, module.startsWith("@") ? 2 : 1)
    .join("/");
}

function getLayer(path: string): number {
  return LAYERS.indexOf(path.split("/")[0] ?? "");
}

function findFeature(path: string): string | undefined {
  const [layer, feature] = path.split("/");
  return layer === "features" ? feature : undefined;
}

test("every file stands in a known layer", () => {
  const strangers = FILES.map((path) => relative(SRC, path)).filter((path) => getLayer(path) < 0);

  expect(strangers).toEqual([]);
});

test("a layer imports only itself and layers below it", () => {
  const upward = listEdges().filter(({ from, to }) => getLayer(to) < getLayer(from));

  expect(upward).toEqual([]);
});

/** The row of a builder package in `PACKAGES`; -1 for anything else. */
function getRow(path: string): number {
  const [layer, name] = path.split("/");
  return layer === "builder" ? PACKAGES.findIndex((row) => row.includes(name ?? "")) : -1;
}

test("a package of the builder imports only itself and packages of lower rows", () => {
  const own = FILES.map((path) => relative(SRC, path)).filter((path) => path.startsWith("builder/"));
  const inside = listEdges().filter(({ from, to }) => getRow(from) >= 0 && getRow(to) >= 0);
  const wrong = inside.filter(
    ({ from, to }) =>
      getRow(to) < getRow(from) || (getRow(to) === getRow(from) && to.split("/")[1] !== from.split("/")[1]),
  );

  expect(own.filter((path) => getRow(path) < 0)).toEqual([]);
  expect(inside.length).toBeGreaterThan(100);
  expect(wrong).toEqual([]);
});

test("a feature uses another only through its public.ts", () => {
  const intrusions = listEdges().filter(({ from, to }) => {
    const own = findFeature(from);
    const other = findFeature(to);
    return own !== undefined && other !== undefined && own !== other && !/\/public(?:\.ts)?$/.test(to);
  });

  expect(intrusions).toEqual([]);
});

test("file names are kebab-case", () => {
  const odd = FILES.map((path) => basename(path)).filter(
    (name) => !/^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.test)?\.tsx?$/.test(name),
  );

  expect(odd).toEqual([]);
});

test("nothing is exported as default", () => {
  const defaults = FILES.filter((path) =>
    /^export default|export \{[^}]*\bas default\b/m.test(readFileSync(path, "utf8")),
  );

  expect(defaults).toEqual([]);
});

test("days and times are asked for by the fields of ui/dates, which show them as every date is shown", () => {
  const native = FILES.filter((path) =>
    /type="(?:date|time|datetime-local|month|week)"/.test(readFileSync(path, "utf8")),
  );
  expect(native.map((path) => relative(SRC, path))).toEqual([]);
});

test("no button is disabled while it is busy, which would lose the focus", () => {
  const disabled = FILES.filter((path) =>
    /<(?:Button|ActionIcon|button)\b[^<]*?\sdisabled=\{[^}]*(?:isPending|isBusy|isSaving|isFetching)/.test(
      readFileSync(path, "utf8"),
    ),
  );

  expect(disabled.map((path) => relative(SRC, path))).toEqual([]);
});

test("every dependency is imported by the client, and nothing else is", () => {
  const { dependencies } = JSON.parse(readFileSync(resolve(import.meta.dirname, "../package.json"), "utf8")) as {
    dependencies: Record<string, string>;
  };
  const modules = FILES.filter((path) => !path.includes("/tests/")).flatMap((path) =>
    [...readFileSync(path, "utf8").matchAll(IMPORT_PATTERN)].map((match) => match[1] ?? match[2] ?? ""),
  );
  const sheets = listFiles(SRC).filter((path) => path.endsWith(".css"));
  const assets = sheets.flatMap((path) =>
    [...readFileSync(path, "utf8").matchAll(ASSET_PATTERN)].map((match) => match[1] ?? ""),
  );
  const imported = new Set([...modules, ...assets].map(getPackage));

  const strangers = [...imported].filter((name) => PACKAGE_PATTERN.test(name) && !(name in dependencies));

  expect(Object.keys(dependencies).filter((name) => !imported.has(name))).toEqual([]);
  expect(strangers).toEqual([]);
});

test("the server is called through lib/api/data", () => {
  const direct = FILES.filter((path) => /\/src\/(?:app|builder|features|ui)\//.test(path)).filter((path) => {
    const text = readFileSync(path, "utf8");
    return /\b(?:api|trxApi)\.[A-Z]+\(|useMutation(?:<[^(]*>)?\(\{/.test(text);
  });

  expect(direct.map((path) => relative(SRC, path))).toEqual([]);
});
