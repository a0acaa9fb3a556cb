import type { Texts } from "@/lib/i18n/i18n";

/**
 * Text loaders of signed-in screens, by file. They load with the routes and are registered before a screen needs them.
 */
export const FEATURE_TEXTS = import.meta.glob<Texts>(
  [
    "./**/texts/*.json",
    "../{builder,features,ui}/**/texts/*.json",
    "!**/errors/texts/*.json",
    "!./texts/*.json",
    "!../ui/texts/*.json",
    "!../features/session/**/texts/*.json",
    "!../features/senders/texts/*.json",
  ],
  { import: "default" },
);
