/** Fonts, dark colours and sizes that all components share, as the server renders them. */
import type { CSSProperties } from "react";
import type { Plain, Settings } from "@/builder/collab/values";
import { isFourSides } from "@/builder/inspector/schema";
import documents from "@/generated/documents.json";
import { getContrast } from "@/ui/theme/oklch";

const { fonts, dark, levels } = documents.email.look;

export const DARK = dark;
export const LEVELS = levels as unknown as Readonly<Record<string, readonly [pixels: number, lineHeight: number]>>;
/** Width of the phone preview in pixels. */
export const PHONE_WIDTH = 390;

export function toText(value: Plain | undefined): string {
  return typeof value === "string" ? value : "";
}

export function toNumber(value: Plain | undefined): number {
  return typeof value === "number" ? value : 0;
}

/** Pixels at the top, right, bottom and left. */
export function toSides(value: Plain | undefined): readonly [number, number, number, number] {
  return isFourSides(value) ? value : [0, 0, 0, 0];
}

export function formatPadding(value: Plain | undefined): string {
  return toSides(value)
    .map((side) => `${side}px`)
    .join(" ");
}

export function toAlignment(value: Plain | undefined): NonNullable<CSSProperties["textAlign"]> {
  return value === "center" || value === "right" ? value : "left";
}

/** Font stack of the email or of its headings. */
export function getFont({ font, headingFont }: Settings, isHeading = false): string {
  const name = isHeading && headingFont !== "same" ? headingFont : font;
  return (fonts as Readonly<Record<string, string>>)[toText(name)] ?? fonts.system;
}

/** The better readable of white and near-black on `#rrggbb`. */
export function chooseTextColour(colour: string): string {
  return getContrast("#ffffff", colour) >= getContrast("#000000", colour) ? "#ffffff" : "#111111";
}
