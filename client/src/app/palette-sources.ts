import { campaignsPalette } from "@/features/campaigns/palette";
import { contactsPalette } from "@/features/contacts/palette";
import { helpPalette } from "@/features/help/palette";
import type { PaletteSource } from "@/lib/palette";

/** Sources of the command palette (Ctrl+K). A feature adds its own. */
export const PALETTE_SOURCES: readonly PaletteSource[] = [contactsPalette, campaignsPalette, helpPalette];
