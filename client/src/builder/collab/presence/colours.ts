import { hueOf } from "@/ui/components/avatar";

/**
 * The hues of avatars, as light as white words on them allow: as a line each is seen on the grounds of both themes, and
 * on a mail of either (colours.test.ts).
 */
export const COLOURS = ["#426be1", "#0b7f86", "#ad5f03", "#9456c5", "#bf4878", "#5b7d32", "#637391"] as const;

/** The colour of a person: that of the avatar, always the same one. */
export function colourOf(name: string): string {
  return COLOURS[hueOf(name)] ?? COLOURS[0];
}
