import { describe, expect, test } from "vitest";
import { LINKS } from "@/lib/constants";
import { nextSort, sortState } from "./columns";
import { pageCount, pageLinks } from "./page-links";

describe("page links", () => {
  test.each([
    [1, 20, LINKS.wide, [1, 2, 3, 4, 5]],
    [3, 20, LINKS.wide, [1, 2, 3, 4, 5]],
    [10, 20, LINKS.wide, [8, 9, 10, 11, 12]],
    [20, 20, LINKS.wide, [16, 17, 18, 19, 20]],
    [2, 3, LINKS.wide, [1, 2, 3]],
    [10, 20, LINKS.narrow, [9, 10, 11]],
    [1, 1, LINKS.narrow, [1]],
  ])("page %d of %d with %d links", (page, pages, most, links) => {
    expect(pageLinks(page, pages, most)).toEqual(links);
  });

  test("an empty list has one page, a full one no page more", () => {
    expect(pageCount(0, 10)).toBe(1);
    expect(pageCount(100, 10)).toBe(10);
    expect(pageCount(101, 10)).toBe(11);
  });

  test("a second click on a head turns the order round", () => {
    expect(nextSort(undefined, "name")).toBe("name");
    expect(nextSort("name", "name")).toBe("-name");
    expect(nextSort("-name", "name")).toBe("name");
    expect(sortState("-name", "name")).toBe("descending");
    expect(sortState("email", "name")).toBe("none");
  });
});
