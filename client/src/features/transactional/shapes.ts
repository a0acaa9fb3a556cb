/** Response types of the transactional API, with the names that the screens use. */
import type { components } from "@/generated/trx-api";

type Schemas = components["schemas"];

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly total: number;
  readonly page: number;
  readonly size: number;
}

export interface MessageRef {
  readonly id: string;
  /** Time when the server accepted it, in milliseconds since 1970; part of its URL. */
  readonly time: number;
}

export type TrxOverview = Schemas["TrxOverviewOut"];
export type OverviewDomain = TrxOverview["domains"][number];

/** Details of an event. The fields depend on its type. */
export interface EventDetail {
  readonly code?: number | null;
  readonly enhanced?: string | null;
  readonly reply?: string | null;
  readonly attempt?: number | null;
  readonly url?: string | null;
  readonly machine?: boolean | null;
  readonly mx?: string | null;
  readonly latencyMs?: number | null;
  /** Whether a sandbox message was copied to its recipient, who is a team member. */
  readonly copied?: boolean;
  readonly check?: string | null;
  readonly reason?: string | null;
  readonly via?: string | null;
  /** The first addresses of a rejected submission, and their total. */
  readonly recipients?: readonly string[] | null;
  readonly recipientCount?: number | null;
  /** Number of further rejections in the same minute, which have no event of their own. */
  readonly more?: number | null;
}

export type TrxEvent = Omit<Schemas["EventOut"], "detail"> & { readonly detail: EventDetail };
export type EventType = TrxEvent["type"];
/** A page can have fewer events than requested: a rare search scans a limited number at a time. */
export type EventPage = Omit<Schemas["EventsOut"], "items"> & { readonly items: readonly TrxEvent[] };
/** Events over a period. */
export type Histogram = Schemas["HistogramOut"];
export type Bar = Histogram["bars"][number];
export type SavedSearch = Schemas["SearchOut"];
export type EventExport = Schemas["FileOut"];

/** The client reads the headers from the source. */
export type Message = Omit<Schemas["TimelineMessageOut"], "headers">;
export type MessageRecipient = Schemas["TimelineRecipientOut"];
export type WebhookCall = Schemas["WebhookOut"];
/** Everything about one message. */
export type MessageDetail = Omit<Schemas["MessageTimelineOut"], "events" | "message"> & {
  readonly events: readonly TrxEvent[];
  readonly message: Message;
};

/** The rendered email. Its URLs are on the preview origin and valid for a limited time. */
export type MessagePreview = Schemas["MessagePreviewOut"];
export type Attachment = MessagePreview["attachments"][number];

export type TrxMetrics = Schemas["TrxMetricsOut"];
export type MetricsGroup = Schemas["GroupOut"];
export type Analytics = Schemas["AnalyticsOut"];
export type Groups = Schemas["GroupsOut"];

export type Batch = Schemas["BatchOut"];
export type BatchDetail = Schemas["BatchDetailOut"];

export type TemplateBrief = Schemas["TemplateOut"];
export type Template = Schemas["TemplateDetailOut"];
export type TemplateVersion = Schemas["TemplateVersionOut"];
export type TemplateContent = Pick<TemplateVersion, "subject" | "html" | "text" | "testData">;
/** A version rendered with test data. */
export type RenderedVersion = Schemas["TemplateTestOut"];
