import { useQuery } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { POLLING } from "@/lib/api/client";
import { call } from "@/lib/api/data";
import type { Span } from "@/lib/date-range";
import { useLinkState } from "@/lib/socket/link";
import type { ListAddress } from "@/ui/table/list-address";
import type { Machines, ReportOf } from "./report-of";

type Schemas = components["schemas"];
export type Report = Schemas["BasicOut"];
export type ReportFigures = Schemas["MetricsOut"];
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
export type Did = Schemas["Engagement"];

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
export function pathOf<Name extends string>({ type }: Pick<ReportOf, "type">, name: Name) {
  return `/api/${type}/reports/${name}` as `/api/email-marketing/reports/${Name}`;
}

interface RequestOptions {
  readonly headers?: typeof POLLING;
  readonly signal: AbortSignal;
}

/**
 * A part of a report. `refreshReport` updates it together with all parts on screen. The previous data stays on screen
 * while new data loads.
 */
function usePart<Data>(
  part: Part,
  of: ReportOf,
  extra: Readonly<Record<string, string | number | undefined>>,
  ask: (asked: RequestOptions) => Promise<Data>,
) {
  const isPolling = useLinkState() !== "up";
  return useQuery({
    queryKey: [...reportKey(part, of.id), of.type, { machines: of.machines, ...extra }],
    queryFn: ({ signal }) => ask({ signal, ...(isPolling ? { headers: POLLING } : {}) }),
    // Never shows the data of another campaign.
    placeholderData: (before, asked) => (asked?.queryKey[2] === of.id ? before : undefined),
    staleTime: 0,
  });
}

function baseParams({ id, machines }: ReportOf): { readonly id: string; readonly machines: Machines } {
  return { id, machines };
}

export function useReport(of: ReportOf) {
  return usePart("basic", of, {}, (asked) =>
    call("get", pathOf(of, "basic"), { params: { query: baseParams(of) }, ...asked }),
  );
}

/** The rates beside those of previous campaigns. */
export function useComparison(of: ReportOf) {
  return usePart("compare", of, {}, (asked) =>
    call("get", pathOf(of, "compare"), { params: { query: baseParams(of) }, ...asked }),
  );
}

export function usePeak(of: ReportOf, { start, end }: Span) {
  const query = { ...baseParams(of), ...(start ? { start } : {}), ...(end ? { end } : {}) };
  return usePart("peak", of, { start, end }, (asked) =>
    call("get", pathOf(of, "peak"), { params: { query }, ...asked }),
  );
}

export function useLinks(of: ReportOf) {
  return usePart("link", of, {}, (asked) =>
    call("get", pathOf(of, "link"), { params: { query: baseParams(of) }, ...asked }),
  );
}

export function useDevices(of: ReportOf, did: Did) {
  return usePart("device", of, { of: did }, (asked) =>
    call("get", pathOf(of, "device"), { params: { query: { ...baseParams(of), of: did } }, ...asked }),
  );
}

export function useBrowsers(of: ReportOf, did: Did) {
  return usePart("browser", of, { of: did }, (asked) =>
    call("get", pathOf(of, "browser"), { params: { query: { ...baseParams(of), of: did } }, ...asked }),
  );
}

export function useLocations(of: ReportOf, did: Did) {
  return usePart("location", of, { of: did }, (asked) =>
    call("get", pathOf(of, "location"), { params: { query: { ...baseParams(of), of: did } }, ...asked }),
  );
}

export function useDomains(of: ReportOf) {
  return usePart("domain", of, {}, (asked) =>
    call("get", pathOf(of, "domain"), { params: { query: baseParams(of) }, ...asked }),
  );
}

export function useBounces(of: ReportOf) {
  return usePart("bounce", of, {}, (asked) =>
    call("get", pathOf(of, "bounce"), { params: { query: baseParams(of) }, ...asked }),
  );
}

export function useUnsubscribes(of: ReportOf) {
  return usePart("leaving", of, {}, (asked) =>
    call("get", pathOf(of, "leaving"), { params: { query: baseParams(of) }, ...asked }),
  );
}

/**
 * The email with marked links. Each response has a new URL, which would reload the frame. So it is fetched once, and
 * again only when the user refreshes it.
 */
export function useClickMap(of: ReportOf, variant: number | undefined) {
  return useQuery({
    queryKey: [...reportKey("click-map", of.id), of.type, { machines: of.machines, variant }],
    queryFn: ({ signal }) => {
      const query = { ...baseParams(of), ...(variant === undefined ? {} : { variant }) };
      return call("get", pathOf(of, "click-map"), { params: { query }, signal });
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

export function asRecipientState(value: string | undefined): RecipientState | undefined {
  return RECIPIENT_STATES.find((state) => state === value);
}

/** One page of recipients. The previous page stays on screen while the next one loads. */
export function useRecipients(of: ReportOf, { page, size, search, filter }: ListAddress, link: number | undefined) {
  const state = asRecipientState(filter);
  const query = {
    ...baseParams(of),
    page,
    size,
    ...(search ? { search } : {}),
    ...(state ? { state } : {}),
    ...(link === undefined ? {} : { link }),
  };
  return usePart("recipient", of, query, (asked) =>
    call("get", pathOf(of, "recipient"), { params: { query }, ...asked }),
  );
}
