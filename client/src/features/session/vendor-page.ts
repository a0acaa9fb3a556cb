import { applyVendorColour } from "@/ui/theme/apply-vendor";
import type { Identity } from "./identity";

function ensureHeadElement<Name extends "link" | "meta">(name: Name, selector: string): HTMLElementTagNameMap[Name] {
  const existing = document.head.querySelector<HTMLElementTagNameMap[Name]>(`${name}${selector}`);
  return existing ?? document.head.appendChild(document.createElement(name));
}

/** Applies the vendor's colour, favicon and browser theme colour to the page. */
export async function applyVendor(identity: Identity): Promise<void> {
  const palette = applyVendorColour(identity.color);
  if (!palette) return;
  const frame = ensureHeadElement("meta", '[name="theme-color"]');
  frame.name = "theme-color";
  frame.content = palette.light.fill;
  const { buildTabIcon } = await import("./tab-icon");
  const icon = ensureHeadElement("link", '[rel="icon"]');
  icon.rel = "icon";
  icon.href = buildTabIcon(identity, palette.light);
}
