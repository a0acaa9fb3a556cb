import { describe, expect, it } from "vitest";
import { isNarrowed, readListQuery, writeListQuery } from "./list-query";

function read(address: string) {
  return readListQuery(new URLSearchParams(address));
}

describe("readListQuery", () => {
  it("reads everything that an address says", () => {
    const query = read("page=3&size=25&sort=email&search=ayu&match=contains&label=7&label=9&state=bounced");

    expect(query).toEqual({
      page: 3,
      size: 25,
      sort: "email",
      search: "ayu",
      match: "contains",
      labels: ["7", "9"],
      state: "bounced",
    });
  });

  it.each(["page=0", "page=-2", "page=x", "size=7", "size=", "label="])("takes the default for %s", (address) => {
    expect(read(address)).toEqual(read(""));
  });

  it("uses the size that this browser chose last", () => {
    expect(readListQuery(new URLSearchParams(), 50).size).toBe(50);
  });
});

describe("writeListQuery", () => {
  it("goes back to page 1 when the list changes", () => {
    const next = writeListQuery(new URLSearchParams("page=4&label=7"), { search: "ayu" });

    expect(next.toString()).toBe("search=ayu&label=7");
  });

  it("keeps the rest of the address", () => {
    const next = writeListQuery(new URLSearchParams("contact=5&sort=email"), { page: 2 });

    expect(next.toString()).toBe("contact=5&sort=email&page=2");
  });

  it("leaves no trace of defaults", () => {
    const next = writeListQuery(new URLSearchParams("sort=email&search=a&match=contains&state=bounced&label=1"), {
      sort: "-createdAt",
      search: "",
      state: undefined,
      labels: [],
    });

    expect(next.toString()).toBe("");
  });
});

it("tells a narrowed list from the whole one", () => {
  expect(isNarrowed(read("page=2&sort=email"))).toBe(false);
  expect(isNarrowed(read("search=a"))).toBe(true);
  expect(isNarrowed(read("label=1"))).toBe(true);
  expect(isNarrowed(read("state=bounced"))).toBe(true);
});
