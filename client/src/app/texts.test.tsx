import { expect, test, vi } from "vitest";
import { awaitFile, loadUntilAvailable, MissingFileError } from "@/lib/files/waiting-files";
import { startI18n } from "@/lib/i18n/i18n";
import { loadFeatureTexts } from "./texts";

vi.mock("./feature-texts", () => {
  const lost = () => {
    const file = loadUntilAvailable(() => Promise.reject(new MissingFileError("/assets/en-1.js")));
    return awaitFile(file);
  };
  return { FEATURE_TEXTS: { "../features/campaigns/texts/en.json": lost } };
});

test("the texts of a screen behind the sign-in fail where a file is missing, and do not wait for it", async () => {
  await startI18n(() => undefined);

  await expect(loadFeatureTexts(["campaigns"])).rejects.toThrow(MissingFileError);
});
