/** Display filters (requirements 20): how values appear on screen. */

const THOUSANDS = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const TWO_DECIMALS = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const MINUS = "−";
/** A limit of -1 means unlimited. */
const UNLIMITED = -1;

/** Replaces a leading hyphen with a minus sign. */
export function replaceHyphenByMinus(text: string): string {
  return text.replace(/^-/, MINUS);
}

/** Formats 1234567 as 1,234,567 and -1 as ∞ (DISP-07, DISP-08). */
export function formatInteger(value: number): string {
  return value === UNLIMITED ? "∞" : replaceHyphenByMinus(THOUSANDS.format(value));
}

/** Formats a difference; here -1 is minus one. */
export function formatSigned(value: number): string {
  if (value === 0) return "0";
  return value > 0 ? `+${THOUSANDS.format(value)}` : replaceHyphenByMinus(THOUSANDS.format(value));
}

const SIZE_UNITS = ["b", "Kb", "Mb", "Gb", "Tb"] as const;

/** Base 1024; rounded, or with two decimals on request (DISP-09, DISP-10). */
export function formatFileSize(bytes: number, decimals: "rounded" | "two" = "rounded"): string {
  let value = Math.max(0, bytes);
  let unit = 0;
  while (value >= 1024 && unit < SIZE_UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  const text = decimals === "two" && unit > 0 ? value.toFixed(2) : String(Math.round(value));
  return `${text} ${SIZE_UNITS[unit] ?? "b"}`;
}

/** Two decimals with separators; '0.00' when empty (DISP-12). */
export function formatCurrency(value: number | string | null | undefined): string {
  if (value === null || value === undefined || value === "") return "0.00";
  const amount = Number(value);
  return Number.isFinite(amount) ? replaceHyphenByMinus(TWO_DECIMALS.format(amount)) : "0.00";
}

const LEADING_CHARACTERS = 18;
const TRAILING_CHARACTERS = 6;

/** Shortens to the first 18 and last 6 characters (DISP-13). */
export function truncateMiddle(text: string): string {
  const letters = [...text];
  if (letters.length <= LEADING_CHARACTERS + TRAILING_CHARACTERS) return text;
  return `${letters.slice(0, LEADING_CHARACTERS).join("")}…${letters.slice(-TRAILING_CHARACTERS).join("")}`;
}

export function getLastFour(text: string): string {
  return [...text].slice(-4).join("");
}

/** Difference, at least 0 (DISP-15). */
export function getRemaining(whole: number, part: number): number {
  return Math.max(0, whole - part);
}

/** Joins the items with ', '; '-' when there are none (DISP-16). */
export function joinList(items: readonly string[]): string {
  return items.length === 0 ? "-" : items.join(", ");
}

const YOUTUBE_ID = /^[\w-]{6,20}$/;
const YOUTUBE_HOSTS = new Set(["youtube.com", "www.youtube.com", "m.youtube.com"]);

/** Turns a YouTube watch or short link into an embed link; returns other addresses unchanged (DISP-25). */
export function buildYoutubeEmbedUrl(address: string): string {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return address;
  }
  const id = url.hostname === "youtu.be" ? url.pathname.slice(1) : url.searchParams.get("v");
  const isYoutube = url.hostname === "youtu.be" || (YOUTUBE_HOSTS.has(url.hostname) && url.pathname === "/watch");
  return isYoutube && id && YOUTUBE_ID.test(id) ? `https://www.youtube.com/embed/${id}` : address;
}
