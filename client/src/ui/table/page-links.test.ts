import { describe, expect, test } from "vitest";
import { MAX_PAGE_LINKS } from "@/lib/constants";
import { getNextSort, getSortState } from "./columns";
import { getPageCount, listPageLinks } from "./page-links";

describe("page links", () => {
  test.each([
    [1, 20, MAX_PAGE_LINKS.wide, [1, 2, 3, 4, 5]],
    [3, 20, MAX_PAGE_LINKS.wide, [1, 2, 3, 4, 5]],
    [10, 20, MAX_PAGE_LINKS.wide, [8, 9, 10, 11, 12]],
    [20, 20, MAX_PAGE_LINKS.wide, [16, 17, 18, 19, 20]],
    [2, 3, MAX_PAGE_LINKS.wide, [1, 2, 3]],
    [10, 20, MAX_PAGE_LINKS.narrow, [9, 10, 11]],
    [1, 1, MAX_PAGE_LINKS.narrow, [1]],
  ])("page %d of %d with %d links", (page, pages, most, links) => {
    expect(listPageLinks(page, pages, most)).toEqual(links);
  });

  test("an empty list has one page, a full one no page more", () => {
    expect(getPageCount(0, 10)).toBe(1);
    expect(getPageCount(100, 10)).toBe(10);
    expect(getPageCount(101, 10)).toBe(11);
  });

  test("a second click on a head turns the order round", () => {
    expect(getNextSort(undefined, "name")).toBe("name");
    expect(getNextSort("name", "name")).toBe("-name");
    expect(getNextSort("-name", "name")).toBe("name");
    expect(getSortState("-name", "name")).toBe("descending");
    expect(getSortState("email", "name")).toBe("none");
  });
});
