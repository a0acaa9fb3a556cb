import { beforeAll, expect, test } from "vitest";
import { loadFeatureTexts } from "@/app/texts";
import { buildContactColumns } from "@/features/contacts/columns";
import { startI18n } from "@/lib/i18n/i18n";
import { translate } from "@/lib/i18n/translation";
import { FIELDS, USUAL_FIELDS } from "./handlers";

beforeAll(async () => {
  await startI18n(() => undefined);
  await loadFeatureTexts(["contacts"]);
});

test("the list knows its columns by name, custom fields last", () => {
  expect(buildContactColumns(translate, FIELDS).map(({ header }) => header)).toEqual([
    "Full name",
    "First name",
    "Last name",
    "Email address",
    "Label",
    "Status",
    "Phone",
    "Company",
    "City",
    "Country",
    "Time zone",
    "Last updated",
    "Created date",
    "Membership",
  ]);
});

test("CONT-20, CONT-26, CONT-27, CONT-28: role, amount, description and package are columns once they are fields", () => {
  expect(
    buildContactColumns(translate, [...FIELDS, ...USUAL_FIELDS])
      .slice(-4)
      .map(({ id, header, align, isOptional }) => ({ id, header, align, isOptional })),
  ).toEqual([
    { id: "custom:21", header: "Role", align: undefined, isOptional: true },
    { id: "custom:22", header: "Amount", align: "end", isOptional: true },
    { id: "custom:23", header: "Description", align: undefined, isOptional: true },
    { id: "custom:24", header: "Package", align: undefined, isOptional: true },
  ]);
});
