import { beforeEach, expect, test } from "vitest";
import { writeStored } from "@/lib/storage";
import { readInitialChoice, storeChoice, withColumn } from "./export-choice";

const COLUMN_NAMES = ["email", "phone", "custom:7", "contactId", "fullname"];

beforeEach(() => localStorage.clear());

test("at first nearly everything is chosen, as CSV", () => {
  expect(readInitialChoice(COLUMN_NAMES)).toEqual({ format: "csv", columns: ["email", "phone", "custom:7"] });
});

test("the last choice is remembered, without a column that has gone", () => {
  storeChoice({ format: "xlsx", columns: ["phone", "custom:8"] });

  expect(readInitialChoice(COLUMN_NAMES)).toEqual({ format: "xlsx", columns: ["phone"] });
});

test.each(["null", "7", '{"columns":"email","format":"pdf"}', '{"columns":[1]}', "{"])(
  "what is no choice counts as none: %s",
  (stored) => {
    writeStored("contactExport", stored);

    expect(readInitialChoice(COLUMN_NAMES)).toEqual({ format: "csv", columns: ["email", "phone", "custom:7"] });
  },
);

test("columns stay in the order of the contact", () => {
  expect(withColumn(["custom:7"], "email", true, COLUMN_NAMES)).toEqual(["email", "custom:7"]);
  expect(withColumn(["email", "phone"], "email", false, COLUMN_NAMES)).toEqual(["phone"]);
});
