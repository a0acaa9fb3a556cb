import type { ComponentType } from "react";
import type { TextKey } from "@/lib/i18n/translation";
import type { MenuIconProps } from "./routing";

/** A search result of the palette. */
export interface PaletteHit {
  readonly id: string;
  readonly label: string;
  /** Distinguishes results of the same name. */
  readonly description?: string;
  readonly path: string;
}

/** A feature's source of palette results for the typed text. */
export interface PaletteSource {
  readonly id: string;
  /** Heading over the results. */
  readonly heading: TextKey;
  readonly icon: ComponentType<MenuIconProps>;
  /** Without this permission and plan feature the source is not queried. */
  readonly permission?: string;
  readonly feature?: string;
  /** Returns a few results, best first. Aborted as soon as the text changes. */
  readonly find: (words: string, signal: AbortSignal) => Promise<readonly PaletteHit[]>;
}
