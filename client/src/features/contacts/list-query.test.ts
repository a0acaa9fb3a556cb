import { describe, expect, it } from "vitest";
import { stageAddress } from "./funnel/stage-address";
import { isNarrowed, NO_FILTERS, readListQuery, writeListQuery } from "./list-query";

function readQuery(address: string) {
  return readListQuery(new URLSearchParams(address));
}

describe("readListQuery", () => {
  it("reads everything that an address says", () => {
    const query = readQuery(
      "page=3&size=25&sort=email&search=ayu&match=contains&label=7&label=9&state=bounced&stage=action",
    );

    expect(query).toEqual({
      page: 3,
      size: 25,
      sort: "email",
      search: "ayu",
      match: "contains",
      labels: ["7", "9"],
      state: "bounced",
      stage: "action",
    });
  });

  it.each([
    "page=0",
    "page=-2",
    "page=x",
    "size=7",
    "size=",
    "label=",
    "label=abc",
    "label=-7",
    "sort=zzz",
    "sort=--email",
  ])("takes the default for %s", (address) => {
    expect(readQuery(address)).toEqual(readQuery(""));
  });

  it("uses the size that this browser chose last", () => {
    expect(readListQuery(new URLSearchParams(), 50).size).toBe(50);
  });
});

const IN_BOGOR = JSON.stringify({
  kind: "group",
  rules: [{ kind: "field", field: "city", operator: "is", value: "Bogor" }],
});

describe("what the contact filters hold", () => {
  const query = readQuery(
    new URLSearchParams({
      search: "ayu",
      state: "bounced",
      label: "7",
      segment: "4",
      rules: IN_BOGOR,
      from: "edit:4",
      view: "12",
    }).toString(),
  );

  it("CONT-40: what the contacts themselves are asked for", () => {
    expect([query.search, query.match, query.state]).toEqual(["ayu", "prefix", "bounced"]);
  });

  it("CONT-42: the labels", () => {
    expect(query.labels).toEqual(["7"]);
  });

  it("CONT-44: the conditions on fields, as they were given", () => {
    expect(query.rules).toBe(IN_BOGOR);
  });

  it("CONT-45: the segment that is selected", () => {
    expect(query.segment).toBe("4");
  });

  it("CONT-46: that somebody comes from the page of a segment, to change it", () => {
    expect(query.from).toBe("edit:4");
  });

  it("CONT-47: that somebody comes from the page of segments, to add one", () => {
    expect(readQuery("from=add").from).toBe("add");
  });

  it("the saved view, or that none is wanted", () => {
    expect([query.view, readQuery("view=all").view]).toEqual(["12", "all"]);
  });

  it.each(["rules=", "rules={", "rules=[]", "rules=7", "rules={}", "from=edit:x", "from=edit:", "from=x", "view=x"])(
    "none of it for %s",
    (address) => {
      expect(readQuery(address)).toEqual(readQuery(""));
    },
  );

  it("nothing is left of them once all narrowing is taken away, but for where it is for and the view", () => {
    const all = new URLSearchParams({ rules: IN_BOGOR, segment: "4", from: "add", view: "12" });

    expect(writeListQuery(all, NO_FILTERS).toString()).toBe("from=add&view=12");
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
  expect(isNarrowed(readQuery("page=2&sort=email"))).toBe(false);
  expect(isNarrowed(readQuery("search=a"))).toBe(true);
  expect(isNarrowed(readQuery("label=1"))).toBe(true);
  expect(isNarrowed(readQuery("state=bounced"))).toBe(true);
  expect(isNarrowed(readQuery(new URLSearchParams({ rules: IN_BOGOR }).toString()))).toBe(true);
  expect(isNarrowed(readQuery("view=12&from=add"))).toBe(false);
});

it("a stage has an address of its own", () => {
  expect(stageAddress("decision")).toBe("/contacts?stage=decision");
  expect(isNarrowed(readQuery("stage=none"))).toBe(true);
});
