/** Colour arithmetic in OKLCH and the WCAG 2 contrast ratio. Hex colours are `#RRGGBB`. */

export interface Oklch {
  readonly lightness: number;
  readonly chroma: number;
  /** Degrees, 0 to 360. */
  readonly hue: number;
}

type Rgb = readonly [number, number, number];

function parseChannels(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function toLinear(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

function toGamma(linear: number): number {
  return linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055;
}

function toHex(rgb: Rgb): string {
  return `#${rgb.map((channel) => Math.round(channel).toString(16).padStart(2, "0")).join("")}`.toUpperCase();
}

export function hexToOklch(hex: string): Oklch {
  const [red, green, blue] = parseChannels(hex).map(toLinear) as unknown as Rgb;
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(a, b),
    hue: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360,
  };
}

function oklchToLinear({ lightness, chroma, hue }: Oklch): Rgb {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** Tolerance of the gamut test, because rounding would otherwise reject the edge of sRGB. */
const GAMUT_TOLERANCE = 0.0005;

function isInGamut(colour: Oklch): boolean {
  return oklchToLinear(colour).every((channel) => channel >= -GAMUT_TOLERANCE && channel <= 1 + GAMUT_TOLERANCE);
}

/** Factor of the chroma at each attempt; coarse on purpose, so that the result stays clear of the edge of sRGB. */
const CHROMA_REDUCTION_FACTOR = 0.975;

/** Converts to hex. Lowers the chroma until the colour fits sRGB; lightness and hue do not change. */
export function oklchToHex(colour: Oklch): string {
  let { chroma } = colour;
  while (!isInGamut({ ...colour, chroma })) chroma *= CHROMA_REDUCTION_FACTOR;
  const rgb = oklchToLinear({ ...colour, chroma }).map((channel) => 255 * toGamma(Math.min(1, Math.max(0, channel))));
  return toHex(rgb as unknown as Rgb);
}

/** Mixes `share` (0 to 1) of `over` onto `ground` in sRGB, as a browser mixes opacity. */
export function mixColours(ground: string, over: string, share: number): string {
  const below = parseChannels(ground);
  const above = parseChannels(over);
  return toHex(below.map((channel, index) => channel + ((above[index] ?? 0) - channel) * share) as unknown as Rgb);
}

/** Relative luminance of WCAG 2, 0 to 1. */
export function getLuminance(hex: string): number {
  const [red, green, blue] = parseChannels(hex).map(toLinear) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of WCAG 2, 1 to 21. */
export function getContrast(first: string, second: string): number {
  const a = getLuminance(first);
  const b = getLuminance(second);
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}
