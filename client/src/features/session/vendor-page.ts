import { applyVendorColour } from "@/ui/theme/apply-vendor";
import type { Identity } from "./identity";

function head<Name extends "link" | "meta">(name: Name, selector: string): HTMLElementTagNameMap[Name] {
  const found = document.head.querySelector<HTMLElementTagNameMap[Name]>(`${name}${selector}`);
  return found ?? document.head.appendChild(document.createElement(name));
}

/** Gives the page the vendor's colour, the icon of its tab, and the colour of the browser's own frame. */
export async function dressPage(identity: Identity): Promise<void> {
  const palette = applyVendorColour(identity.color);
  if (!palette) return;
  const frame = head("meta", '[name="theme-color"]');
  frame.name = "theme-color";
  frame.content = palette.light.fill;
  const { tabIcon } = await import("./tab-icon");
  const icon = head("link", '[rel="icon"]');
  icon.rel = "icon";
  icon.href = tabIcon(identity, palette.light);
}
