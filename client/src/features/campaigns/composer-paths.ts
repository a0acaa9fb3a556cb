import { getLetter } from "./ab/rules";
import { type CampaignRef, editorPath } from "./campaigns-data";
import type { FindingLocation } from "./review-data";

/** URL parameter of a test's composer with the letter of the open variant. */
export const VARIANT_PARAM = "variant";

export function composerPath({ id, kind }: CampaignRef): string {
  return kind === "abTest" ? `/ab-tests/${id}/edit` : `/campaigns/${id}/edit`;
}

export function reviewPath({ id, kind }: CampaignRef): string {
  return kind === "abTest" ? `/ab-tests/${id}/review` : `/email-marketing/${id}/review`;
}

/** Separate pages for some fixes; all other places are composer sections. */
const PAGE_BY_LOCATION: Partial<Readonly<Record<FindingLocation, string | undefined>>> = {
  domain: "/senders/domains",
  company: "/team/profile",
  health: "/sending-health",
};

/** Path where an error is fixed, in the given variant or document node; undefined if no page can fix it. */
export function fixPath(
  campaign: CampaignRef,
  place: FindingLocation,
  variant: number | null = null,
  node: string | null = null,
): string | undefined {
  if (place === "plan") return undefined;
  if (node !== null) return editorPath(campaign, { node });
  const search = variant === null ? "" : `?${VARIANT_PARAM}=${getLetter(variant)}`;
  return PAGE_BY_LOCATION[place] ?? `${composerPath(campaign)}${search}#${place}`;
}

/** Scrolls to a composer section and focuses its text area, or else its first field. */
export function goToSection(name: string): void {
  const section = document.getElementById(`composer-${name}`);
  section?.scrollIntoView({ block: "start" });
  const body = section?.querySelector(":scope > [data-section-body]");
  const control = body?.querySelector<HTMLElement>("textarea") ?? body?.querySelector<HTMLElement>("input, select");
  control?.focus({ preventScroll: true });
}
