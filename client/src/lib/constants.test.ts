import { describe, expect, test } from "vitest";
import { theme } from "@/ui/theme/theme";
import {
  DATE,
  DATE_INPUT,
  DATE_LONG,
  DATE_MEDIUM,
  DEFAULT_HOUR_FORMAT,
  DEFAULT_OFFSET_MINUTES,
  DEFAULT_PAGE_SIZE,
  MAX_PAGE_LINKS,
  NARROW_QUERY,
  PAGE_SIZES,
  POLICY_VERSION,
} from "./constants";
import { DEFAULT_LANGUAGE, LANGUAGES } from "./i18n/i18n";

function getDefaults(component: string): unknown {
  return theme.components?.[component]?.defaultProps;
}

describe("what the specification fixes", () => {
  test("versions and languages", () => {
    expect(POLICY_VERSION).toBe("2.0.0");
    expect(DEFAULT_LANGUAGE).toBe("en");
    expect(LANGUAGES).toEqual(["en", "id"]);
  });

  test("dates and hours", () => {
    expect([DATE, DATE_INPUT, DATE_MEDIUM, DATE_LONG]).toEqual([
      "YYYY-MM-DD",
      "YYYY-MM-DD HH:mm",
      "DD MMM YYYY",
      "DD MMMM YYYY",
    ]);
    expect(DEFAULT_HOUR_FORMAT).toBe(24);
    expect(DEFAULT_OFFSET_MINUTES).toBe(420);
  });

  test("lists", () => {
    expect(PAGE_SIZES).toEqual([10, 25, 50, 100]);
    expect(DEFAULT_PAGE_SIZE).toBe(10);
    expect(MAX_PAGE_LINKS).toEqual({ narrow: 3, wide: 5 });
    expect(NARROW_QUERY).toBe("(max-width: 767px)");
  });

  test.each(["Select", "MultiSelect", "TagsInput", "Autocomplete"])(
    "%s shows 1000 options at most, 300 pixels high",
    (component) => {
      expect(getDefaults(component)).toMatchObject({ limit: 1000, maxDropdownHeight: 300 });
    },
  );

  test("a menu stands two pixels off and closes when something is chosen", () => {
    expect(getDefaults("Menu")).toMatchObject({ offset: { mainAxis: 2, crossAxis: 0 }, closeOnItemClick: true });
    expect(getDefaults("Popover")).toMatchObject({ offset: { mainAxis: 2, crossAxis: 0 } });
  });

  test("a dialog is of the middle size", () => {
    expect(getDefaults("Modal")).toMatchObject({ size: "md" });
  });
});
