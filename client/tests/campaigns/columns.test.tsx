import { beforeAll, expect, test } from "vitest";
import { loadFeatureTexts } from "@/app/texts";
import { buildCampaignColumns } from "@/features/campaigns/columns";
import { startI18n } from "@/lib/i18n/i18n";
import { translate } from "@/lib/i18n/translation";
import { buildCampaign } from "./handlers";

beforeAll(async () => {
  await startI18n(() => undefined);
  await loadFeatureTexts(["campaigns"]);
});

test("the list of campaigns has a column for the category, empty where there is none", () => {
  const column = buildCampaignColumns(translate).find(({ id }) => id === "category");

  expect(column?.header).toBe("Category");
  expect(
    [buildCampaign({ category: "News" }), buildCampaign({ category: "" })].map((row) => column?.cell(row)),
  ).toEqual(["News", "–"]);
});
