import { type Translate, toTextKey } from "@/lib/i18n/translation";

/** Name of a screen: its text, or a readable form of its route ("campaign-report" becomes "Campaign report"). */
export function screenName(route: string, t: Translate): string {
  const plain = route.replaceAll("-", " ");
  return t(toTextKey(`support.screens.${route}`), { defaultValue: plain.charAt(0).toUpperCase() + plain.slice(1) });
}
