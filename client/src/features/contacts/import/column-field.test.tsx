import { expect, it } from "vitest";
import { suggestField } from "./column-field";

it.each([
  [["12", "", " -3,5 "], "number"],
  [["0", "999999999"], "number"],
  [["0812"], "text"],
  [["628123456789"], "text"],
  [["1.000"], "text"],
  [["12", "a dozen"], "text"],
  [["2024-02-29", "2024/3/1"], "date"],
  [["31.12.1990", "3/4/1990"], "date"],
  [["31-12/1990"], "text"],
  [["2024-02-29", "soon"], "text"],
  [["", " "], "text"],
  [[], "text"],
])("takes the cells %o for a %s", (cells, type) => {
  expect(suggestField({ heading: " Joined ", cells })).toEqual({ name: "Joined", type });
});

it("goes by a heading that means a usual field, in either language", () => {
  expect(suggestField({ heading: "Keterangan", cells: ["12"] })).toEqual({ name: "Keterangan", type: "longText" });
  expect(suggestField({ heading: "Amount (IDR)", cells: ["Rp 5"] })).toEqual({ name: "Amount (IDR)", type: "number" });
});

it("is named by as much of the heading as a name holds", () => {
  expect(suggestField({ heading: "x".repeat(61), cells: [] }).name).toBe("x".repeat(60));
});
