import { formatDate } from "@/lib/dates";

/** Period of the list. The default is seven days. */
export const WINDOWS = ["1h", "24h", "7d", "30d", "custom"] as const;
export type WindowName = (typeof WINDOWS)[number];
export const DEFAULT_WINDOW: WindowName = "7d";

const HOUR_MS = 3_600_000;
const SPANS_MS: Readonly<Record<Exclude<WindowName, "custom">, number>> = {
  "1h": HOUR_MS,
  "24h": 24 * HOUR_MS,
  "7d": 7 * 24 * HOUR_MS,
  "30d": 30 * 24 * HOUR_MS,
};

/** The list's filters, as the URL contains them. */
export interface EventsAddress {
  readonly q: string;
  readonly window: WindowName;
  /** Start and end of a custom period, `YYYY-MM-DDTHH:mm` in the team's time zone. */
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** Format of a minute in the URL and in the period fields. */
export const MINUTE_FORMAT = "YYYY-MM-DDTHH:mm";
const MINUTE_PATTERN = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;

function parseMinute(text: string | null): string | undefined {
  return text && MINUTE_PATTERN.test(text) && !Number.isNaN(Date.parse(`${text}:00Z`)) ? text : undefined;
}

/** Parses the URL. Malformed parts count as missing. */
export function readAddress(params: URLSearchParams): EventsAddress {
  const window = WINDOWS.find((name) => name === params.get("window")) ?? DEFAULT_WINDOW;
  const isCustom = window === "custom";
  return {
    q: params.get("q") ?? "",
    window,
    from: isCustom ? parseMinute(params.get("from")) : undefined,
    to: isCustom ? parseMinute(params.get("to")) : undefined,
  };
}

/** Writes the URL without default values. */
export function writeAddress({ q, window, from, to }: EventsAddress): URLSearchParams {
  const params = new URLSearchParams();
  if (q) params.set("q", q);
  if (window !== DEFAULT_WINDOW) params.set("window", window);
  if (window === "custom" && from) params.set("from", from);
  if (window === "custom" && to) params.set("to", to);
  return params;
}

/** Start and end for the API. A period up to now has no end. */
export function resolveWindow(
  { window, from, to }: Pick<EventsAddress, "window" | "from" | "to">,
  now: number,
): { readonly from?: string; readonly to?: string } {
  if (window !== "custom") return { from: new Date(now - SPANS_MS[window]).toISOString() };
  const offset = formatDate(now, "Z");
  return {
    ...(from ? { from: new Date(`${from}:00${offset}`).toISOString() } : {}),
    ...(to ? { to: new Date(`${to}:59.999${offset}`).toISOString() } : {}),
  };
}

/** Whether new events can fall into the period. */
export function isOpenEnded({ window, to }: Pick<EventsAddress, "window" | "to">): boolean {
  return window !== "custom" || to === undefined;
}
