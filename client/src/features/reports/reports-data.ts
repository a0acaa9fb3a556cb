import { useQuery } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { POLLING_HEADERS } from "@/lib/api/client";
import { call } from "@/lib/api/data";
import type { Span } from "@/lib/date-range";
import { useLinkState } from "@/lib/socket/link";
import type { ListAddress } from "@/ui/table/list-address";
import type { BotMode, ReportRef } from "./report-ref";

type Schemas = components["schemas"];
export type Report = Schemas["BasicOut"];
export type ReportMetrics = Schemas["MetricsOut"];
export type Rates = Schemas["RatesOut"];
export type ReportLink = Schemas["LinkOut"];
export type ReportShare = Schemas["ShareOut"];
export type Peak = Schemas["PeakOut"];
export type Hour = Peak["hours"][number];
export type Location = Schemas["LocationOut"];
export type ReportDomain = Schemas["DomainsOut"]["items"][number];
export type Bounces = Schemas["BouncesOut"];
export type Unsubscribes = Schemas["UnsubscribesOut"];
export type Compared = Schemas["ComparedOut"];
export type Recipient = Schemas["RecipientOut"];
export type RecipientState = Schemas["ReportRecipientState"];
/** Event type counted by device, program or location. */
export type Engagement = Schemas["Engagement"];

export const REPORTS_KEY = ["reports"] as const;

/** Parts of a report that one combined request can return. */
export const COMBINED_PARTS = [
  "basic",
  "compare",
  "peak",
  "link",
  "device",
  "browser",
  "location",
  "domain",
  "bounce",
  "leaving",
] as const satisfies readonly Schemas["LivePart"][];
export type CombinedPart = (typeof COMBINED_PARTS)[number];

/** Parts of a report that change while the campaign is sent, opened and clicked. */
export const LIVE_PARTS = [...COMBINED_PARTS, "recipient"] as const;
type Part = (typeof LIVE_PARTS)[number] | "click-map" | "files";

export const RECIPIENT_STATES = [
  "delivered",
  "bounced",
  "failed",
  "suppressed",
  "skipped",
  "inDoubt",
  "waiting",
  "opened",
  "notOpened",
  "clicked",
  "unsubscribed",
  "complained",
] as const satisfies readonly RecipientState[];

/** Key prefix of a part of one campaign's report, for any parameters. */
export function reportKey(part: Part, id: string) {
  return [...REPORTS_KEY, part, id] as const;
}

/** All report types have the same shapes, so the type of one path covers all of them. */
export function buildApiPath<Name extends string>({ type }: Pick<ReportRef, "type">, name: Name) {
  return `/api/${type}/reports/${name}` as `/api/email-marketing/reports/${Name}`;
}

interface RequestOptions {
  readonly headers?: typeof POLLING_HEADERS;
  readonly signal: AbortSignal;
}

/**
 * A part of a report. `refreshReport` updates it together with all parts on screen. The previous data stays on screen
 * while new data loads.
 */
function usePart<Data>(
  part: Part,
  of: ReportRef,
  extra: Readonly<Record<string, string | number | undefined>>,
  ask: (asked: RequestOptions) => Promise<Data>,
) {
  const isPolling = useLinkState() !== "up";
  return useQuery({
    queryKey: [...reportKey(part, of.id), of.type, { machines: of.machines, ...extra }],
    queryFn: ({ signal }) => ask({ signal, ...(isPolling ? { headers: POLLING_HEADERS } : {}) }),
    // Never shows the data of another campaign.
    placeholderData: (before, asked) => (asked?.queryKey[2] === of.id ? before : undefined),
    staleTime: 0,
  });
}

function baseParams({ id, machines }: ReportRef): { readonly id: string; readonly machines: BotMode } {
  return { id, machines };
}

export function useReport(of: ReportRef) {
  return usePart("basic", of, {}, (asked) =>
    call("get", buildApiPath(of, "basic"), { params: { query: baseParams(of) }, ...asked }),
  );
}

/** The rates beside those of previous campaigns. */
export function useComparison(of: ReportRef) {
  return usePart("compare", of, {}, (asked) =>
    call("get", buildApiPath(of, "compare"), { params: { query: baseParams(of) }, ...asked }),
  );
}

export function usePeak(of: ReportRef, { start, end }: Span) {
  const query = { ...baseParams(of), ...(start ? { start } : {}), ...(end ? { end } : {}) };
  return usePart("peak", of, { start, end }, (asked) =>
    call("get", buildApiPath(of, "peak"), { params: { query }, ...asked }),
  );
}

export function useLinks(of: ReportRef) {
  return usePart("link", of, {}, (asked) =>
    call("get", buildApiPath(of, "link"), { params: { query: baseParams(of) }, ...asked }),
  );
}

export function useDevices(of: ReportRef, did: Engagement) {
  return usePart("device", of, { of: did }, (asked) =>
    call("get", buildApiPath(of, "device"), { params: { query: { ...baseParams(of), of: did } }, ...asked }),
  );
}

export function useBrowsers(of: ReportRef, did: Engagement) {
  return usePart("browser", of, { of: did }, (asked) =>
    call("get", buildApiPath(of, "browser"), { params: { query: { ...baseParams(of), of: did } }, ...asked }),
  );
}

export function useLocations(of: ReportRef, did: Engagement) {
  return usePart("location", of, { of: did }, (asked) =>
    call("get", buildApiPath(of, "location"), { params: { query: { ...baseParams(of), of: did } }, ...asked }),
  );
}

export function useDomains(of: ReportRef) {
  return usePart("domain", of, {}, (asked) =>
    call("get", buildApiPath(of, "domain"), { params: { query: baseParams(of) }, ...asked }),
  );
}

export function useBounces(of: ReportRef) {
  return usePart("bounce", of, {}, (asked) =>
    call("get", buildApiPath(of, "bounce"), { params: { query: baseParams(of) }, ...asked }),
  );
}

export function useUnsubscribes(of: ReportRef) {
  return usePart("leaving", of, {}, (asked) =>
    call("get", buildApiPath(of, "leaving"), { params: { query: baseParams(of) }, ...asked }),
  );
}

/**
 * The email with marked links. Each response has a new URL, which would reload the frame. So it is fetched once, and
 * again only when the user refreshes it.
 */
export function useClickMap(of: ReportRef, variant: number | undefined) {
  return useQuery({
    queryKey: [...reportKey("click-map", of.id), of.type, { machines: of.machines, variant }],
    queryFn: ({ signal }) => {
      const query = { ...baseParams(of), ...(variant === undefined ? {} : { variant }) };
      return call("get", buildApiPath(of, "click-map"), { params: { query }, signal });
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

export function parseRecipientState(value: string | undefined): RecipientState | undefined {
  return RECIPIENT_STATES.find((state) => state === value);
}

/** One page of recipients. The previous page stays on screen while the next one loads. */
export function useRecipients(of: ReportRef, { page, size, search, filter }: ListAddress, link: number | undefined) {
  const state = parseRecipientState(filter);
  const query = {
    ...baseParams(of),
    page,
    size,
    ...(search ? { search } : {}),
    ...(state ? { state } : {}),
    ...(link === undefined ? {} : { link }),
  };
  return usePart("recipient", of, query, (asked) =>
    call("get", buildApiPath(of, "recipient"), { params: { query }, ...asked }),
  );
}
