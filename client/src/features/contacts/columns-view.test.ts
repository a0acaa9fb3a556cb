import { expect, it } from "vitest";
import { listHiddenColumns, listOtherColumns, listShownColumns, toStoredColumns } from "./columns-view";

const CUSTOM_COLUMNS = ["custom:1", "custom:2"];

it("hides custom columns until they are chosen", () => {
  expect(listHiddenColumns(["phone"], CUSTOM_COLUMNS)).toEqual(["phone", "custom:1", "custom:2"]);
});

it("remembers a chosen custom column, and hides one that was made since", () => {
  const storedColumns = toStoredColumns(["phone", "custom:1"], CUSTOM_COLUMNS);

  expect(storedColumns).toEqual(["phone", "+custom:2"]);
  expect(listHiddenColumns(storedColumns, [...CUSTOM_COLUMNS, "custom:3"])).toEqual(["phone", "custom:1", "custom:3"]);
});

it("hides what was not chosen elsewhere, and tells what is shown", () => {
  const columns = [{ id: "fullname", isFixed: true }, { id: "email" }, { id: "city" }, { id: "custom:3" }];

  expect(listOtherColumns(columns, ["city", "gone"])).toEqual(["email", "custom:3"]);
  expect(listShownColumns(columns, ["email", "custom:3"])).toEqual(["city"]);
});
