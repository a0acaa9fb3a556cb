import type { ReportDomain } from "./reports-data";

export type DomainFlag = "bounces" | "delivery" | "opens" | "complaints";

/** Below this volume, rates of a domain are not meaningful. */
const MIN_DOMAIN_MESSAGES = 50;
/** Above these rates, mailbox providers start to reject senders. */
const MAX_BOUNCE_RATE = 0.05;
const MAX_COMPLAINT_RATE = 0.001;
/** A delivery rate this far below the campaign's is not chance. */
const MAX_DELIVERY_RATE_GAP = 0.05;

/**
 * Problems of a domain, most severe first; empty below the minimum volume. `deliveryRate` is the campaign's. The server
 * decides about low open rates, because it knows the campaign's age and the statistical significance.
 */
export function findDomainFlags(domain: ReportDomain, deliveryRate: number): readonly DomainFlag[] {
  const submitted = domain.sent + domain.failed;
  if (submitted < MIN_DOMAIN_MESSAGES) return [];
  const flags: DomainFlag[] = [];
  if (domain.rates.bounced >= MAX_BOUNCE_RATE) flags.push("bounces");
  else if (deliveryRate - domain.rates.delivered >= MAX_DELIVERY_RATE_GAP) flags.push("delivery");
  if (domain.complained > 1 && domain.rates.complained >= MAX_COMPLAINT_RATE) flags.push("complaints");
  if (domain.hasLowOpens) flags.push("opens");
  return flags;
}
