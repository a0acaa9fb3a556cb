import { describe, expect, test } from "vitest";
import { getContrast, oklchToHex } from "./oklch";
import { buildVendorPalette } from "./vendor-colour";

const SHADES = {
  "#2F54C8": "#F4F7FF #E5EDFF #CDDCFF #ACC5FE #86A9FE #5D89FF #416CE9 #2F54C8 #2240A5 #183082",
  "#FFE27A": "#FFFBED #FFF2C5 #FFE27A #F9C303 #DEA507 #C1870E #A46B00 #8A5403 #713F00 #572F01",
  "#0E7A63": "#EEFBF6 #DBF3EB #BBE8D9 #8FD7C1 #67C2A8 #47AA90 #299178 #0E7A63 #00604D #00493A",
  "#8C2B5E": "#FFF4F8 #FFE5EF #FECCE1 #FFA7CE #F67FB7 #DE639F #C34B88 #A83872 #8C2B5E #6C1E47",
  "#E8662A": "#FFF5F1 #FFE7DE #FFD1BF #FFB192 #FE8755 #E8662A #C84C03 #A33D02 #822F01 #652100",
} as const;

/** Columns: fill, words, hover, link, edge, tint. */
const THEMES = [
  ["#2F54C8", "light", "#2F54C8 #FFFFFF #2240A5 #2F54C8 #2F54C8 #EEF1FB"],
  ["#2F54C8", "dark", "#416CE9 #FFFFFF #2F54C8 #86A9FE #416CE9 #242A38"],
  ["#FFE27A", "light", "#FFE27A #14161B #F9C303 #8A5403 #C1870E #FAF5EC"],
  ["#FFE27A", "dark", "#FFE27A #14161B #FFF2C5 #FFE27A #FFE27A #30302B"],
  ["#0E7A63", "light", "#0E7A63 #FFFFFF #00604D #0E7A63 #0E7A63 #ECF4F3"],
  ["#0E7A63", "dark", "#0E7A63 #FFFFFF #00604D #47AA90 #0E7A63 #1E2A2D"],
  ["#8C2B5E", "light", "#8C2B5E #FFFFFF #6C1E47 #8C2B5E #8C2B5E #F6EEF2"],
  ["#8C2B5E", "dark", "#DE639F #14161B #F67FB7 #F67FB7 #DE639F #2F2631"],
  ["#E8662A", "light", "#E8662A #14161B #FE8755 #A33D02 #E8662A #FDF3EE"],
  ["#E8662A", "dark", "#E8662A #14161B #FE8755 #FE8755 #E8662A #302727"],
] as const;

const BACKGROUNDS = {
  light: ["#FAFAFC", "#F4F5F8", "#FFFFFF", "#F3F4F7", "#F6F7F9"],
  dark: ["#121419", "#0E1014", "#191C22", "#14171C", "#1F232A", "#22262E"],
} as const;
const TEXT2 = { light: "#4A505C", dark: "#B3B9C4" } as const;

/** Colours spread evenly through OKLCH and reduced to sRGB: 14 x 7 x 48. */
function listColours(): string[] {
  const colours: string[] = [];
  for (let lightness = 0; lightness < 14; lightness += 1) {
    for (let chroma = 0; chroma < 7; chroma += 1) {
      for (let hue = 0; hue < 48; hue += 1) {
        colours.push(oklchToHex({ lightness: 0.05 + lightness * 0.07, chroma: chroma * 0.05, hue: hue * 7.5 }));
      }
    }
  }
  return colours;
}

describe("the palette of a vendor", () => {
  test.each(Object.entries(SHADES))("gives %s its ten shades", (colour, shades) => {
    expect(buildVendorPalette(colour).shades.join(" ")).toBe(shades);
  });

  test.each(THEMES)("gives %s its %s theme", (colour, scheme, expected) => {
    const { fill, words, hover, link, edge, tint } = buildVendorPalette(colour)[scheme];

    expect([fill, words, hover, link, edge, tint].join(" ")).toBe(expected);
  });

  test("keeps every contrast for 4,704 colours in both themes", { timeout: 60_000 }, () => {
    const broken: string[] = [];
    const colours = listColours();
    for (const colour of colours) {
      const palette = buildVendorPalette(colour);
      for (const scheme of ["light", "dark"] as const) {
        const { fill, words, hover, link, edge, ring, tint } = palette[scheme];
        const contrasts: Record<string, boolean> = {
          "words on fill": getContrast(words, fill) >= 4.5,
          "words on hover": getContrast(words, hover) >= 4.5,
          "link on grounds": BACKGROUNDS[scheme].every((ground) => getContrast(link, ground) >= 4.5),
          "link on tint": getContrast(link, tint) >= 4.5,
          edge: getContrast(edge, scheme === "light" ? "#FFFFFF" : "#191C22") >= 3,
          "ring on grounds": BACKGROUNDS[scheme].every((ground) => getContrast(ring, ground) >= 3),
          "text on tint": getContrast(TEXT2[scheme], tint) >= 4.5,
        };
        for (const [what, holds] of Object.entries(contrasts)) {
          if (!holds) broken.push(`${colour} ${scheme}: ${what}`);
        }
      }
    }

    expect(colours).toHaveLength(4704);
    expect(broken).toEqual([]);
  });
});
