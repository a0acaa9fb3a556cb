import type { components } from "@/generated/api";
import { isFailure } from "@/lib/api/failure";
import type { StoredRecord } from "@/lib/autosave/edits";
import type { ServerCause } from "@/lib/causes/cause-text";
import type { Campaign } from "./campaigns-data";

export type Content = Required<components["schemas"]["Content"]>;
export type Recipients = Required<components["schemas"]["Recipients"]>;
export type Utm = Required<components["schemas"]["Utm"]>;
export type Footer = Required<components["schemas"]["Footer"]>;
export type CalendarEvent = Required<components["schemas"]["CalendarEvent"]>;
export type ContentKind = components["schemas"]["ContentKind"];
export type Newsletter = components["schemas"]["Newsletter"];
export type Starter = components["schemas"]["StarterName"];

/** Editable values of a campaign, as the composer holds them. */
export interface CampaignDraft extends Pick<Campaign, "name" | "subject" | "preheader" | "category" | "senderId"> {
  readonly content: Content;
  readonly recipients: Recipients;
  /** Custom plain-text part; empty if it is generated from the content. */
  readonly plainText: string;
  readonly utm: Utm;
  readonly footer: Footer;
  readonly event: CalendarEvent | null;
}

export type TestSetting = Required<components["schemas"]["TestSetting"]>;
type VariantIn = Required<components["schemas"]["VariantIn"]>;
/** A variant in the composer, with complete content. */
export interface Variant extends Omit<VariantIn, "content"> {
  readonly content: Content;
}

/** Values that only an A/B test has. */
export interface AbParts {
  readonly test: TestSetting;
  readonly variants: readonly Variant[];
}

/** All editable values. Only A/B tests have `AbParts`. */
export type DraftValues = CampaignDraft & AbParts;
/** The user's unsaved changes. */
export type CampaignEdits = Partial<DraftValues>;

/** The draft as the server stores it, with the last editor of each field. */
export function toStoredRecord(campaign: Campaign): StoredRecord<CampaignDraft> {
  return { values: toDraft(campaign), revision: campaign.revision, fieldEdits: campaign.fieldEdits };
}

/** The draft as the server stores it. */
export function toDraft(campaign: Campaign): CampaignDraft {
  const { name, subject, preheader, category, senderId } = campaign;
  const { body = "", kind = "markdown", starter = "letter" } = campaign.content;
  const { all = false, labelIds = [], segmentIds = [], topicId = null } = campaign.recipients;
  const { excludeLabelIds = [], excludeSegmentIds = [] } = campaign.recipients;
  const recipients = { all, labelIds, segmentIds, topicId, excludeLabelIds, excludeSegmentIds };
  const saved = { name, subject, preheader, category, senderId, plainText: campaign.plainText };
  return { ...saved, content: { body, kind, starter }, recipients, ...getExtras(campaign) };
}

function getExtras({ utm, footer, event }: Campaign): Pick<CampaignDraft, "utm" | "footer" | "event"> {
  return {
    utm: { on: false, source: "", medium: "", campaign: "", content: "", term: "", ...utm },
    footer: { preferences: true, view: true, forward: false, reply: false, ...footer },
    event: event && { place: "", details: "", ...event },
  };
}

export const UTM_PARTS = ["source", "medium", "campaign", "content", "term"] as const;
export type UtmPart = (typeof UTM_PARTS)[number];
export const FOOTER_PARTS = ["preferences", "view", "forward", "reply"] as const satisfies readonly (keyof Footer)[];

export const STARTERS = ["letter", "news", "notice"] as const satisfies readonly Starter[];
/** Content kinds written as text. A document from the editor keeps its kind. */
export const CONTENT_KINDS = ["markdown", "html"] as const satisfies readonly ContentKind[];
export const NEWSLETTERS = ["harvest", "productNews", "event"] as const satisfies readonly Newsletter[];

export const MAX_LENGTHS = {
  name: 200,
  subject: 500,
  preheader: 300,
  category: 60,
  body: 500_000,
  plainText: 100_000,
  utm: 200,
  eventTitle: 200,
  eventPlace: 300,
  eventDetails: 1000,
} as const;

/** Whether any recipients are selected. The server counts how many contacts that is. */
export function hasRecipients({ all, labelIds, segmentIds }: Recipients): boolean {
  return all || labelIds.length > 0 || segmentIds.length > 0;
}

/** A text field that a validation error can name. */
const TEXT_FIELDS = [
  "subject",
  "preheader",
  "content",
  "plainText",
  "utm.source",
  "utm.medium",
  "utm.campaign",
  "utm.content",
  "utm.term",
] as const;
export type TextField = (typeof TEXT_FIELDS)[number];

export interface TextError extends ServerCause {
  readonly field: TextField;
  /** Both are 1-based; undefined if the error has no position. */
  readonly line: number | undefined;
  readonly column: number | undefined;
  /** Index of the A/B test variant, from 0; undefined for the campaign's own text. */
  readonly variant?: number | undefined;
}

function toNumber(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

/** Reads the error position in a text; undefined if the error is not about a text. */
export function readTextError(failure: unknown): TextError | undefined {
  if (!isFailure(failure)) return undefined;
  const { field, line, column, cause, causeCode, causeParams, variant } = failure.payload;
  const textField = TEXT_FIELDS.find((one) => one === field);
  if (!textField) return undefined;
  return {
    field: textField,
    line: toNumber(line),
    column: toNumber(column),
    cause,
    causeCode,
    causeParams,
    ...(typeof variant === "number" ? { variant } : {}),
  };
}

/** `edits` without the invalid text; undefined if nothing is left. */
export function omitInvalidText<Values extends object>(
  edits: Partial<Values>,
  textError: TextError,
): Partial<Values> | undefined {
  const { field, variant } = textError;
  // The variants' shares are valid only with the test setting sent together with them.
  const faulty = variant === undefined ? [field.startsWith("utm.") ? "utm" : field] : ["variants", "test"];
  const rest = Object.entries(edits).filter(([name]) => !faulty.includes(name));
  return rest.length > 0 ? (Object.fromEntries(rest) as Partial<Values>) : undefined;
}

/** Offset of a 1-based line and column. */
export function findOffset(text: string, line: number, column: number): number {
  const lines = text.split("\n");
  const before = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  return Math.min(text.length, before + Math.max(0, column - 1));
}

/** End of the merge tag that starts at `start`, or of its line. */
export function findTagEnd(text: string, start: number): number {
  const end = /[}%]\}/.exec(text.slice(start));
  const lineEnd = text.indexOf("\n", start);
  const stop = lineEnd < 0 ? text.length : lineEnd;
  return end && start + end.index + 2 <= stop ? start + end.index + 2 : stop;
}
