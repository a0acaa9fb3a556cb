import { expect, test } from "vitest";
import { readListAddress } from "./list-address";

const OPTIONS = { defaultSort: "-createdAt", sorts: ["createdAt", "name"], filterName: "status" } as const;

function readAddress(address: string) {
  return readListAddress(new URLSearchParams(address), OPTIONS);
}

test("an address says which page of the list is shown, and how", () => {
  expect(readAddress("page=3&size=25&sort=-name&search=ayu&status=SENT")).toEqual({
    page: 3,
    size: 25,
    sort: "-name",
    search: "ayu",
    filter: "SENT",
  });
});

test.each([
  "sort=zzz",
  "sort=",
  "sort=-",
  "sort=--name",
  "sort=__proto__",
  "page=abc",
  "page=0",
  "page=-1",
  "page=1.5",
  "page=NaN",
  "size=7",
  "size=abc",
])("takes the default for %s", (address) => {
  expect(readAddress(address)).toEqual(readAddress(""));
});

test("keeps to the bounds of the server", () => {
  expect(readAddress("page=9007199254740991").page).toBe(1_000_000);
  expect(readAddress(`search=${"a".repeat(500)}`).search).toHaveLength(200);
});
