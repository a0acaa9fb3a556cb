import { buildVendorPalette, type VendorPalette, type VendorTheme } from "./vendor-colour";

const HEX = /^#[0-9a-f]{6}$/i;

function toKebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function setTheme(style: CSSStyleDeclaration, scheme: "light" | "dark", colours: VendorTheme): void {
  for (const [name, value] of Object.entries(colours))
    style.setProperty(`--vendor-${scheme}-${toKebabCase(name)}`, value);
}

/** Applies the vendor's colour (`#RRGGBB`) to the page in both themes; undefined for an invalid colour. */
export function applyVendorColour(colour: string): VendorPalette | undefined {
  if (!HEX.test(colour)) return undefined;
  const palette = buildVendorPalette(colour);
  const { style } = document.documentElement;
  setTheme(style, "light", palette.light);
  setTheme(style, "dark", palette.dark);
  palette.shades.forEach((shade, index) => {
    style.setProperty(`--vendor-shade-${index}`, shade);
  });
  return palette;
}
