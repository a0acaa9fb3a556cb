import type { Place } from "./review-data";

export function composerPath(id: string): string {
  return `/campaigns/${id}/edit`;
}

export function reviewPath(id: string): string {
  return `/email-marketing/${id}/review`;
}

/** Pages of their own where things are mended; every other place is a section of the composer. */
const PAGES: Partial<Readonly<Record<Place, string | undefined>>> = {
  domain: "/senders/domains",
  company: "/team/profile",
  health: "/sending-health",
};

/** Where something is mended; undefined where the product has no page for it. */
export function mendPath(id: string, place: Place): string | undefined {
  if (place === "plan") return undefined;
  return PAGES[place] ?? `${composerPath(id)}#${place}`;
}

/** Brings the section that the address names into sight and puts the focus where it is written in, else on its first control. */
export function goToSection(name: string): void {
  const section = document.getElementById(`composer-${name}`);
  section?.scrollIntoView({ block: "start" });
  const body = section?.querySelector(":scope > [class*=body]");
  const control = body?.querySelector<HTMLElement>("textarea") ?? body?.querySelector<HTMLElement>("input, select");
  control?.focus({ preventScroll: true });
}
