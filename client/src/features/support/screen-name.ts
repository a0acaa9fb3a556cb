import { composedKey, type Translate } from "@/lib/i18n/translation";

/** A screen in words: by our texts where they know the route, else by its name: "campaign-report", Campaign report. */
export function screenName(route: string, t: Translate): string {
  const plain = route.replaceAll("-", " ");
  return t(composedKey(`support.screens.${route}`), { defaultValue: plain.charAt(0).toUpperCase() + plain.slice(1) });
}
