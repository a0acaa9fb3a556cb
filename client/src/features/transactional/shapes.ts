/** What the transactional API answers, in the words that the screens use. */
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
  /** When it was accepted, in milliseconds: half of its address. */
  readonly time: number;
}

export type Overview = Schemas["TrxOverviewOut"];
export type OverviewDomain = Overview["domains"][number];

/** What is known of an event; which of it there is depends on the type. */
export interface EventDetail {
  readonly code?: number | null;
  readonly enhanced?: string | null;
  readonly reply?: string | null;
  readonly attempt?: number | null;
  readonly url?: string | null;
  readonly machine?: boolean | null;
  readonly mx?: string | null;
  readonly latencyMs?: number | null;
  /** Of a sandbox message: its recipient, a member of the team, was mailed a copy. */
  readonly copied?: boolean;
  readonly check?: string | null;
  readonly reason?: string | null;
  readonly via?: string | null;
  /** The first addresses of what was refused, and how many there were. */
  readonly recipients?: readonly string[] | null;
  readonly recipientCount?: number | null;
  /** How many more were refused in a minute than are told one by one. */
  readonly more?: number | null;
}

export type TrxEvent = Omit<Schemas["EventOut"], "detail"> & { readonly detail: EventDetail };
export type EventType = TrxEvent["type"];
/** A page may hold fewer than were asked for: a rare search looks through so much at a time. */
export type EventPage = Omit<Schemas["EventsOut"], "items"> & { readonly items: readonly TrxEvent[] };
/** When the events of a period were. */
export type Histogram = Schemas["HistogramOut"];
export type Bar = Histogram["bars"][number];
export type SavedSearch = Schemas["SearchOut"];
export type EventExport = Schemas["FileOut"];

/** Its headers are read out of its source. */
export type Message = Omit<Schemas["StoryMessageOut"], "headers">;
export type Recipient = Schemas["StoryRecipientOut"];
export type WebhookCall = Schemas["WebhookOut"];
/** Everything about one message. */
export type Story = Omit<Schemas["StoryOut"], "events" | "message"> & {
  readonly events: readonly TrxEvent[];
  readonly message: Message;
};

/** What the mail says, as it is drawn; its addresses are on the other origin and good for a while. */
export type Preview = Schemas["MessagePreviewOut"];
export type Attachment = Preview["attachments"][number];

export type Figures = Schemas["TrxFiguresOut"];
export type FigureGroup = Schemas["GroupOut"];
export type Analytics = Schemas["AnalyticsOut"];
export type Groups = Schemas["GroupsOut"];

export type Batch = Schemas["BatchOut"];
export type BatchDetail = Schemas["BatchDetailOut"];

export type TemplateBrief = Schemas["TemplateOut"];
export type Template = Schemas["TemplateDetailOut"];
export type TemplateVersion = Schemas["VersionOut"];
export type TemplateContent = Pick<TemplateVersion, "subject" | "html" | "text" | "testData">;
/** A version filled with data, as it would be sent. */
export type Filled = Schemas["TestOut"];
