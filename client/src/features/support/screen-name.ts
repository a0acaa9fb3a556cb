import type { TFunction } from "i18next";

/** A screen in words: by our texts where they know the route, else by its name: "campaign-report", Campaign report. */
export function screenName(route: string, t: TFunction): string {
  const plain = route.replaceAll("-", " ");
  return t(`support.screens.${route}`, { defaultValue: plain.charAt(0).toUpperCase() + plain.slice(1) });
}
