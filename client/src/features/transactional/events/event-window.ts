import { formatDate } from "@/lib/dates";

/** How far back the list looks; the last seven days when nothing else is asked for. */
export const WINDOWS = ["1h", "24h", "7d", "30d", "custom"] as const;
export type WindowName = (typeof WINDOWS)[number];
export const USUAL_WINDOW: WindowName = "7d";

const HOUR_MS = 3_600_000;
const SPANS_MS: Readonly<Record<Exclude<WindowName, "custom">, number>> = {
  "1h": HOUR_MS,
  "24h": 24 * HOUR_MS,
  "7d": 7 * 24 * HOUR_MS,
  "30d": 30 * 24 * HOUR_MS,
};

/** What is listed, as the address says it. */
export interface EventsAddress {
  readonly q: string;
  readonly window: WindowName;
  /** Both ends of a custom window, `YYYY-MM-DDTHH:mm` by the team's clock. */
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** A minute of the team's clock, as the address and the fields for both ends have it. */
export const MINUTE = "YYYY-MM-DDTHH:mm";
const MINUTE_WRITTEN = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;

function minuteOf(text: string | null): string | undefined {
  return text && MINUTE_WRITTEN.test(text) && !Number.isNaN(Date.parse(`${text}:00Z`)) ? text : undefined;
}

/** Reads an address; whatever is malformed in it counts as not given. */
export function readAddress(params: URLSearchParams): EventsAddress {
  const window = WINDOWS.find((name) => name === params.get("window")) ?? USUAL_WINDOW;
  const isCustom = window === "custom";
  return {
    q: params.get("q") ?? "",
    window,
    from: isCustom ? minuteOf(params.get("from")) : undefined,
    to: isCustom ? minuteOf(params.get("to")) : undefined,
  };
}

/** The address of a list; what is usual leaves no trace. */
export function writeAddress({ q, window, from, to }: EventsAddress): URLSearchParams {
  const params = new URLSearchParams();
  if (q) params.set("q", q);
  if (window !== USUAL_WINDOW) params.set("window", window);
  if (window === "custom" && from) params.set("from", from);
  if (window === "custom" && to) params.set("to", to);
  return params;
}

/** Both ends as the server takes them; a window that reaches up to now has no end. */
export function spanOf(
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

/** Whether something new can come into the window. */
export function isOpenEnded({ window, to }: Pick<EventsAddress, "window" | "to">): boolean {
  return window !== "custom" || to === undefined;
}
