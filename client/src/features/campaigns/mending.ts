import { letterOf } from "./ab/rules";
import { editorPath, type Named } from "./campaigns-data";
import type { Place } from "./review-data";

/** In the address of a test's composer: which variant stands open, by its letter. */
export const VARIANT = "variant";

export function composerPath({ id, kind }: Named): string {
  return kind === "abTest" ? `/ab-tests/${id}/edit` : `/campaigns/${id}/edit`;
}

export function reviewPath({ id, kind }: Named): string {
  return kind === "abTest" ? `/ab-tests/${id}/review` : `/email-marketing/${id}/review`;
}

/** Pages of their own where things are mended; every other place is a section of the composer. */
const PAGES: Partial<Readonly<Record<Place, string | undefined>>> = {
  domain: "/senders/domains",
  company: "/team/profile",
  health: "/sending-health",
};

/** Where something is mended, of an A/B test in which variant, of a document in which node; undefined where the product has no page for it. */
export function mendPath(
  campaign: Named,
  place: Place,
  variant: number | null = null,
  node: string | null = null,
): string | undefined {
  if (place === "plan") return undefined;
  if (node !== null) return editorPath(campaign, { node });
  const search = variant === null ? "" : `?${VARIANT}=${letterOf(variant)}`;
  return PAGES[place] ?? `${composerPath(campaign)}${search}#${place}`;
}

/** Brings the section that the address names into sight and puts the focus where it is written in, else on its first control. */
export function goToSection(name: string): void {
  const section = document.getElementById(`composer-${name}`);
  section?.scrollIntoView({ block: "start" });
  const body = section?.querySelector(":scope > [data-section-body]");
  const control = body?.querySelector<HTMLElement>("textarea") ?? body?.querySelector<HTMLElement>("input, select");
  control?.focus({ preventScroll: true });
}
