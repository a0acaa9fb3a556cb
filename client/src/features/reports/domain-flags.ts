import type { Domain } from "./reports-data";

export type DomainFlag = "bounces" | "delivery" | "opens" | "complaints";

/** Fewer mails than this say nothing about a domain. */
const LEAST_HANDED = 50;
/** Above these a mail provider begins to refuse senders. */
const BOUNCE_RATE = 0.05;
const COMPLAINT_RATE = 0.001;
/** So much below the rest of the campaign is no chance. */
const DELIVERY_GAP = 0.05;

/**
 * What stands out at a domain, the gravest first; nothing where too little was sent. `deliveryRate` is the whole
 * campaign's. Whether the open rate is low the server says: it knows how long ago that was, and what chance explains.
 */
export function flagsOf(domain: Domain, deliveryRate: number): readonly DomainFlag[] {
  const handed = domain.sent + domain.failed;
  if (handed < LEAST_HANDED) return [];
  const flags: DomainFlag[] = [];
  if (domain.rates.bounced >= BOUNCE_RATE) flags.push("bounces");
  else if (deliveryRate - domain.rates.delivered >= DELIVERY_GAP) flags.push("delivery");
  if (domain.complained > 1 && domain.rates.complained >= COMPLAINT_RATE) flags.push("complaints");
  if (domain.hasLowOpens) flags.push("opens");
  return flags;
}
