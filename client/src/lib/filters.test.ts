import { describe, expect, test } from "vitest";
import { formatPercentageOf } from "./decimals";
import {
  buildYoutubeEmbedUrl,
  formatCurrency,
  formatFileSize,
  formatInteger,
  formatSigned,
  getLastFour,
  getRemaining,
  joinList,
  truncateMiddle,
} from "./filters";
import { getInitials } from "./initials";

describe("display filters", () => {
  test.each([
    [1234567, "1,234,567"],
    [0, "0"],
    [-1, "∞"],
    [-2500, "−2,500"],
  ])("integer %d reads %s", (value, text) => {
    expect(formatInteger(value)).toBe(text);
  });

  test.each([
    [3, "+3"],
    [0, "0"],
    [-1, "−1"],
  ])("signed %d reads %s", (value, text) => {
    expect(formatSigned(value)).toBe(text);
  });

  test.each([
    [0, "rounded", "0 b"],
    [1023, "rounded", "1023 b"],
    [1024, "rounded", "1 Kb"],
    [1_572_864, "rounded", "2 Mb"],
    [1_572_864, "two", "1.50 Mb"],
    [5 * 1024 ** 4, "rounded", "5 Tb"],
    [5000 * 1024 ** 4, "rounded", "5000 Tb"],
  ] as const)("file size %d (%s) reads %s", (bytes, decimals, text) => {
    expect(formatFileSize(bytes, decimals)).toBe(text);
  });

  test.each([
    ["Dewi Wulandari", "DW"],
    ["dewi ayu wulandari", "DA"],
    ["Budi", "B"],
    ["", "MT"],
    ["   ", "MT"],
    ["نادية الحسن", "نا"],
    ["😀 Kopi", "😀K"],
  ])("initials of %s are %s", (name, text) => {
    expect(getInitials(name)).toBe(text);
  });

  test.each([
    [1234.5, "1,234.50"],
    ["99", "99.00"],
    [0, "0.00"],
    ["", "0.00"],
    [null, "0.00"],
    ["x", "0.00"],
  ])("currency-like %s reads %s", (value, text) => {
    expect(formatCurrency(value)).toBe(text);
  });

  test("the middle is cut out of what is longer than 24 letters", () => {
    expect(truncateMiddle("abcdefghijklmnopqrstuvwxyz0123456789")).toBe("abcdefghijklmnopqr…456789");
    expect(truncateMiddle("abcdefghijklmnopqrstuvwx")).toBe("abcdefghijklmnopqrstuvwx");
  });

  test("the last four letters, the floored difference and the joined list", () => {
    expect(getLastFour("ks_live_q7Zp")).toBe("q7Zp");
    expect(getRemaining(10, 3)).toBe(7);
    expect(getRemaining(3, 10)).toBe(0);
    expect(joinList(["VIP", "Newsletter"])).toBe("VIP, Newsletter");
    expect(joinList([])).toBe("-");
  });

  test.each([
    [4742, 12410, "38.2%"],
    [3, 1000, "0.30%"],
    [0, 1000, "0.0%"],
    [1, 0, "–"],
  ])("rate %d of %d reads %s", (part, whole, text) => {
    expect(formatPercentageOf(part, whole)).toBe(text);
  });

  test.each([
    ["https://www.youtube.com/watch?v=dQw4w9WgXcQ", "https://www.youtube.com/embed/dQw4w9WgXcQ"],
    ["https://youtu.be/dQw4w9WgXcQ", "https://www.youtube.com/embed/dQw4w9WgXcQ"],
    ["https://evil.example/watch?v=dQw4w9WgXcQ", "https://evil.example/watch?v=dQw4w9WgXcQ"],
    ["https://youtu.be/../x", "https://youtu.be/../x"],
    ["not an address", "not an address"],
  ])("the embed link of %s is %s", (address, text) => {
    expect(buildYoutubeEmbedUrl(address)).toBe(text);
  });
});
