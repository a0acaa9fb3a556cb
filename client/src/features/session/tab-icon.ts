import { getInitials } from "@/lib/initials";
import type { Identity } from "./identity";
import { VENDOR_ICONS } from "./vendor-icons";

function renderIcon(identity: Identity, words: string): string {
  const strokes = VENDOR_ICONS[identity.icon];
  if (!strokes) {
    return `<text x="16" y="21" text-anchor="middle" font-family="sans-serif" font-size="13" font-weight="600" fill="${words}">${getInitials(identity.name)}</text>`;
  }
  return strokes
    .map(({ d, width }) =>
      width
        ? `<path d="${d}" fill="none" stroke="${words}" stroke-width="${width}" stroke-linejoin="round" stroke-linecap="round"/>`
        : `<path d="${d}" fill="${words}"/>`,
    )
    .join("");
}

/** Address of the favicon: the vendor's named mark, its own picture, or its initials. */
export function buildTabIcon(identity: Identity, colours: { readonly fill: string; readonly words: string }): string {
  if (identity.icon.startsWith("/")) return identity.icon;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${colours.fill}"/>${renderIcon(identity, colours.words)}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
