import { beforeEach, describe, expect, test } from "vitest";
import type { Identity } from "./identity";
import { VENDOR_ICONS } from "./vendor-icons";
import { applyVendor } from "./vendor-page";

const COTTONINK: Identity = {
  vendor: "cottonink",
  name: "Cottonink",
  logo: "",
  icon: "lamp",
  decor: "shapes",
  color: "#FFE27A",
  sampleData: false,
  blocked: [],
  errorReportUrl: "",
  feature: { batchStatus: { enable: true } },
};

function getIconHref(): string {
  return decodeURIComponent(document.head.querySelector<HTMLLinkElement>('link[rel="icon"]')?.href ?? "");
}

function getThemeColour(): string | undefined {
  return document.head.querySelector<HTMLMetaElement>('meta[name="theme-color"]')?.content;
}

beforeEach(() => {
  document.head.innerHTML = "";
});

describe("the page of a vendor", () => {
  test("bears its drawn mark, in words that can be read on its colour", async () => {
    await applyVendor(COTTONINK);

    expect(getIconHref()).toContain('fill="#FFE27A"');
    expect(getIconHref()).toContain(`<path d="${VENDOR_ICONS.lamp?.[0]?.d}" fill="#14161B"/>`);
    expect(getThemeColour()).toBe("#FFE27A");
  });

  test("bears the initials where no mark is drawn", async () => {
    await applyVendor({ ...COTTONINK, icon: "", name: "Booking Daikin", color: "#0097D6" });

    expect(getIconHref()).toContain(">BD</text>");
  });

  test("bears the vendor's own picture", async () => {
    await applyVendor({ ...COTTONINK, icon: "/m/mark.png" });

    expect(getIconHref()).toBe(`${window.location.origin}/m/mark.png`);
  });

  test("has one icon and one colour after another vendor took its place", async () => {
    await applyVendor(COTTONINK);
    await applyVendor({ ...COTTONINK, icon: "drop", color: "#0E7A63" });

    expect(document.head.querySelectorAll("link, meta")).toHaveLength(2);
    expect(getThemeColour()).toBe("#0E7A63");
  });

  test("stays as it is for what is no colour", async () => {
    await applyVendor({ ...COTTONINK, color: "url(x)" });

    expect(document.head.innerHTML).toBe("");
  });
});
