/** Fonts, dark colours and sizes that all components share, as the server renders them. */
import type { CSSProperties } from "react";
import type { Plain, Settings } from "@/builder/collab/values";
import { isFour } from "@/builder/inspector/schema";
import documents from "@/generated/documents.json";
import { contrast } from "@/ui/theme/oklch";

const { fonts, dark, levels } = documents.email.look;

export const DARK = dark;
export const LEVELS = levels as unknown as Readonly<Record<string, readonly [pixels: number, lineHeight: number]>>;
/** Width of the phone preview in pixels. */
export const PHONE_WIDTH = 390;

export function text(value: Plain | undefined): string {
  return typeof value === "string" ? value : "";
}

export function number(value: Plain | undefined): number {
  return typeof value === "number" ? value : 0;
}

/** Pixels at the top, right, bottom and left. */
export function sidesOf(value: Plain | undefined): readonly [number, number, number, number] {
  return isFour(value) ? value : [0, 0, 0, 0];
}

export function padding(value: Plain | undefined): string {
  return sidesOf(value)
    .map((side) => `${side}px`)
    .join(" ");
}

export function alignment(value: Plain | undefined): NonNullable<CSSProperties["textAlign"]> {
  return value === "center" || value === "right" ? value : "left";
}

/** Font stack of the email or of its headings. */
export function fontOf({ font, headingFont }: Settings, isHeading = false): string {
  const name = isHeading && headingFont !== "same" ? headingFont : font;
  return (fonts as Readonly<Record<string, string>>)[text(name)] ?? fonts.system;
}

/** The better readable of white and near-black on `#rrggbb`. */
export function readableColourOn(colour: string): string {
  return contrast("#ffffff", colour) >= contrast("#000000", colour) ? "#ffffff" : "#111111";
}
