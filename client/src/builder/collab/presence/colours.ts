import { getHue } from "@/ui/components/avatar";

/**
 * The hues of avatars, as light as white text on them allows. Lines in these colours are visible in both themes, and on
 * documents of both (colours.test.ts).
 */
export const COLOURS = ["#426be1", "#0b7f86", "#ad5f03", "#9456c5", "#bf4878", "#5b7d32", "#637391"] as const;

/** The colour of a user, which is that of the avatar. */
export function getUserColour(name: string): string {
  return COLOURS[getHue(name)] ?? COLOURS[0];
}
