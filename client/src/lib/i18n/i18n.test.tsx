import i18next from "i18next";
import { beforeAll, expect, test } from "vitest";
import {
  awaitFile,
  failWhenMissing,
  loadUntilAvailable,
  MissingFileError,
  retryWaiting,
} from "@/lib/files/waiting-files";
import { changeLanguage, getCurrentLanguage, type Language, loadTexts, startI18n } from "./i18n";

beforeAll(() => startI18n(() => undefined));

test("a screen fails where its texts are missing, also while a part waits for them already", async () => {
  let isUp = false;
  const file = loadUntilAvailable(async () => {
    if (!isUp) throw new MissingFileError("/assets/en-1.js");
  });
  const texts = { part: () => awaitFile(file).then(() => ({ title: "There" })) };
  const part = loadTexts(texts);

  await expect(failWhenMissing(() => loadTexts(texts))).rejects.toThrow(MissingFileError);

  isUp = true;
  retryWaiting();
  await part;
  await failWhenMissing(() => loadTexts(texts));
});

/** A source that holds its files back until `release`. */
function createDelayedSource(namespace: string) {
  const waiting: (() => void)[] = [];
  const source = (language: Language) =>
    new Promise<Record<string, unknown>>((resolve) =>
      waiting.push(() => resolve({ [namespace]: { title: `${namespace} ${language}` } })),
    );
  const release = () => {
    for (const let_ of waiting.splice(0)) let_();
  };
  return { source, release };
}

test("a part that begins to load while the language changes is there in both", async () => {
  const [first, second] = [createDelayedSource("first"), createDelayedSource("second")];
  const before = loadTexts({ first: first.source });
  first.release();
  await before;

  const change = changeLanguage("id");
  const part = loadTexts({ second: second.source });
  second.release();
  await part;
  first.release();

  expect(await change).toBe(true);
  expect([getCurrentLanguage(), i18next.t("second.title"), i18next.t("first.title")]).toEqual([
    "id",
    "second id",
    "first id",
  ]);
  expect(await changeLanguage("en")).toBe(true);
});

test("of two choices the newer one holds, whichever texts come first", async () => {
  const late = createDelayedSource("late");
  const part = loadTexts({ late: late.source });
  late.release();
  await part;

  const older = changeLanguage("id");
  const newer = changeLanguage("en");
  expect(await newer).toBe(true);
  late.release();

  expect(await older).toBe(false);
  expect([getCurrentLanguage(), document.documentElement.lang, localStorage.getItem("language")]).toEqual([
    "en",
    "en",
    expect.stringContaining("en"),
  ]);
});
