import { campaignsPalette } from "@/features/campaigns/palette";
import { contactsPalette } from "@/features/contacts/palette";
import { helpPalette } from "@/features/help/palette";
import type { PaletteSource } from "@/lib/palette";

/** What Ctrl+K searches: a feature adds its own. */
export const PALETTE_SOURCES: readonly PaletteSource[] = [contactsPalette, campaignsPalette, helpPalette];
