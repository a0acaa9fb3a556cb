import type { ComponentType } from "react";
import type { TextKey } from "@/lib/i18n/translation";
import type { MenuIconProps } from "./routing";

/** Something that the palette found and can open. */
export interface PaletteHit {
  readonly id: string;
  readonly label: string;
  /** Tells it from others of the same name. */
  readonly description?: string;
  readonly path: string;
}

/** What a feature lets the palette search, by words that were typed. */
export interface PaletteSource {
  readonly id: string;
  /** Of the heading over the hits. */
  readonly heading: TextKey;
  readonly icon: ComponentType<MenuIconProps>;
  /** Permission and plan feature without which nothing is asked. */
  readonly permission?: string;
  readonly feature?: string;
  /** At most a handful, the best first. Aborted as soon as other words are typed. */
  readonly find: (words: string, signal: AbortSignal) => Promise<readonly PaletteHit[]>;
}
