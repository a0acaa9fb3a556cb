import { getContrast, hexToOklch, mixColours, type Oklch, oklchToHex } from "./oklch.ts";

/** Colours derived from one vendor colour for one theme, with their minimum contrast ratios. */
export interface VendorTheme {
  /** Background of the primary action. */
  readonly fill: string;
  /** Text on `fill` and `hover`, at least 4.5. */
  readonly words: string;
  readonly hover: string;
  /** Outline of the primary action, which gives a pale fill a visible edge. */
  readonly fillEdge: string;
  /** Links and active icons, at least 4.5 on every background and on `tint`. */
  readonly link: string;
  /** Active tab and selected outline, at least 3. */
  readonly edge: string;
  /** Focus ring, at least 3 on every background. */
  readonly ring: string;
  /** Selected row and active badge. */
  readonly tint: string;
  readonly tint2: string;
}

export interface VendorPalette {
  /** Ten shades, lightest first; the anchor is the vendor's unchanged colour. */
  readonly shades: readonly string[];
  readonly light: VendorTheme;
  readonly dark: VendorTheme;
}

const WHITE = "#FFFFFF";
const INK = "#14161B";
const LIGHT = { surface: "#FFFFFF", sunken: "#F3F4F7" } as const;
const DARK = { surface: "#191C22", raised: "#22262E" } as const;
const TEXT_CONTRAST = 4.5;
const EDGE_CONTRAST = 3;
/** Higher for links in the dark theme, because thin light strokes on a dark background look weaker. */
const DARK_LINK_CONTRAST = 5;

const LIGHTNESSES = [0.977, 0.945, 0.895, 0.825, 0.745, 0.66, 0.575, 0.495, 0.42, 0.35] as const;
const CHROMA_FACTORS = [0.14, 0.28, 0.5, 0.78, 0.95, 1, 1, 0.95, 0.85, 0.72] as const;
const MIN_ANCHOR_FACTOR = 0.5;
const MIN_CHROMA = 0.02;
/** A light yellow that is darkened at its own hue becomes olive; rotated toward 62 degrees it becomes bronze. */
const YELLOW = { from: 70, to: 125, target: 62, mostDegrees: 32, overLightness: 0.5 } as const;
const LAST_SHADE = LIGHTNESSES.length - 1;

function findNearestShade(lightness: number): number {
  let nearest = 0;
  LIGHTNESSES.forEach((candidate, index) => {
    if (Math.abs(candidate - lightness) < Math.abs((LIGHTNESSES[nearest] ?? 0) - lightness)) nearest = index;
  });
  return nearest;
}

function rotateHue({ hue, lightness }: Oklch, shadeLightness: number): number {
  if (hue < YELLOW.from || hue > YELLOW.to || shadeLightness >= lightness) return hue;
  const most = Math.min(YELLOW.mostDegrees, hue - YELLOW.target);
  return hue - most * Math.min(1, (lightness - shadeLightness) / YELLOW.overLightness);
}

function buildShades(colour: string): { shades: string[]; anchor: number } {
  const own = hexToOklch(colour);
  const anchor = findNearestShade(own.lightness);
  const distance = own.lightness - (LIGHTNESSES[anchor] ?? 0);
  const anchorFactor = Math.max(MIN_ANCHOR_FACTOR, CHROMA_FACTORS[anchor] ?? 1);
  const shades = LIGHTNESSES.map((lightness, index) => {
    if (index === anchor) return colour.toUpperCase();
    const steps = Math.abs(index - anchor);
    return oklchToHex({
      lightness: lightness + distance * Math.max(0, 1 - steps / 4),
      chroma: (Math.max(MIN_CHROMA, own.chroma) * (CHROMA_FACTORS[index] ?? 1)) / anchorFactor,
      hue: index > anchor ? rotateHue(own, lightness) : own.hue,
    });
  });
  return { shades, anchor };
}

function chooseTextColour(ground: string): string | undefined {
  return [WHITE, INK].find((words) => getContrast(words, ground) >= TEXT_CONTRAST);
}

class Shades {
  readonly all: readonly string[];

  constructor(all: readonly string[]) {
    this.all = all;
  }

  at(index: number): string {
    return this.all[Math.min(LAST_SHADE, Math.max(0, index))] ?? INK;
  }

  /** First shade from `start` in direction `step` that `accepts`, else the last one in that direction. */
  find(start: number, step: 1 | -1, accepts: (shade: string) => boolean): number {
    for (let index = start; index >= 0 && index <= LAST_SHADE; index += step) {
      if (accepts(this.at(index))) return index;
    }
    return step === 1 ? LAST_SHADE : 0;
  }

  /**
   * One shade darker under white text. Under dark text, the `first` direction if the text stays readable, else the
   * other.
   */
  hoverOf(fillIndex: number, words: string, first: "darker" | "lighter"): string {
    const darker = this.at(fillIndex + 1);
    const lighter = this.at(fillIndex - 1);
    if (words === WHITE) return darker;
    const darkerHolds = getContrast(words, darker) >= TEXT_CONTRAST;
    const preferDarker = first === "darker" || fillIndex === 0;
    return preferDarker && darkerHolds ? darker : lighter;
  }
}

function buildLightTheme(shades: Shades, anchor: number): VendorTheme {
  const fillIndex = shades.find(anchor, 1, (shade) => chooseTextColour(shade) !== undefined);
  const fill = shades.at(fillIndex);
  const words = chooseTextColour(fill) ?? WHITE;
  const tintOf = (share: number): string => mixColours(LIGHT.surface, shades.at(Math.max(5, anchor)), share);
  const tint = tintOf(0.08);
  const link = shades.at(
    shades.find(
      anchor,
      1,
      (shade) => getContrast(shade, LIGHT.sunken) >= TEXT_CONTRAST && getContrast(shade, tint) >= TEXT_CONTRAST,
    ),
  );
  const edge = shades.at(shades.find(anchor, 1, (shade) => getContrast(shade, WHITE) >= EDGE_CONTRAST));
  return {
    fill,
    words,
    hover: shades.hoverOf(fillIndex, words, "darker"),
    fillEdge: mixColours(fill, "#000000", 0.12),
    link,
    edge,
    ring: shades.at(shades.find(anchor, 1, (shade) => getContrast(shade, LIGHT.sunken) >= EDGE_CONTRAST)),
    tint,
    tint2: tintOf(0.15),
  };
}

function buildDarkTheme(shades: Shades, anchor: number): VendorTheme {
  const fillIndex = shades.find(
    anchor,
    -1,
    (shade) => chooseTextColour(shade) !== undefined && getContrast(shade, DARK.surface) >= EDGE_CONTRAST,
  );
  const fill = shades.at(fillIndex);
  const words = chooseTextColour(fill) ?? INK;
  const link = shades.at(shades.find(anchor, -1, (shade) => getContrast(shade, DARK.raised) >= DARK_LINK_CONTRAST));
  return {
    fill,
    words,
    hover: shades.hoverOf(fillIndex, words, "lighter"),
    fillEdge: mixColours(fill, "#000000", 0.12),
    link,
    edge: fill,
    ring: link,
    tint: mixColours(DARK.surface, link, 0.1),
    tint2: mixColours(DARK.surface, link, 0.2),
  };
}

/** Palette derived from the vendor's colour, `#RRGGBB`. */
export function buildVendorPalette(colour: string): VendorPalette {
  const { shades, anchor } = buildShades(colour);
  const ordered = new Shades(shades);
  return { shades, light: buildLightTheme(ordered, anchor), dark: buildDarkTheme(ordered, anchor) };
}
