import { expect, test } from "vitest";
import { campaignColumns } from "@/features/campaigns/columns";
import english from "@/features/campaigns/texts/en.json";
import type { Translate } from "@/lib/i18n/translation";
import { campaign } from "./answers";

const t = ((key: string) => english.campaigns[key.slice("campaigns.".length) as "category"]) as unknown as Translate;

test("the list of campaigns has a column for the category, empty where there is none", () => {
  const column = campaignColumns(t).find(({ id }) => id === "category");

  expect(column?.header).toBe("Category");
  expect([campaign({ category: "News" }), campaign({ category: "" })].map((row) => column?.cell(row))).toEqual([
    "News",
    "–",
  ]);
});
