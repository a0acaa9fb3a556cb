const DOMAIN_NAME = /^[^\s@/:.]+(\.[^\s@/:.]+)+\.?$/;

/** Whether `text` looks like a domain name. The server checks it more strictly. */
export function isDomainName(text: string): boolean {
  return DOMAIN_NAME.test(text.trim());
}
