import { beforeAll, expect, test } from "vitest";
import { awaitFile, FileMissing, failWhenMissing, loadUntilThere, retryWaiting } from "@/lib/files/waiting-files";
import { loadTexts, startI18n } from "./i18n";

beforeAll(() => startI18n(() => undefined));

test("a screen fails where its texts are missing, also while a part waits for them already", async () => {
  let isUp = false;
  const file = loadUntilThere(async () => {
    if (!isUp) throw new FileMissing("/assets/en-1.js");
  });
  const texts = { part: () => awaitFile(file).then(() => ({ title: "There" })) };
  const part = loadTexts(texts);

  await expect(failWhenMissing(() => loadTexts(texts))).rejects.toThrow(FileMissing);

  isUp = true;
  retryWaiting();
  await part;
  await failWhenMissing(() => loadTexts(texts));
});
