import { type ApiFailure, isFailure } from "@/lib/api/failure";
import type { Rejection } from "@/lib/autosave/autosave-machine";
import type { CalendarEvent, CampaignEdits, DraftValues, Recipients, Variant } from "./draft";

/** Status codes after which the same save might succeed: sign in again, or wait. */
const RETRYABLE_STATUSES = [401, 408, 425, 429];

/** The failure if someone else has edited the same fields since; otherwise undefined. */
export function findConflict(failure: unknown): ApiFailure | undefined {
  return isFailure(failure) && failure.code === "editConflict" ? failure : undefined;
}

/** Details of a rejected save; undefined for any other failure. */
export function findRejection(failure: unknown): Rejection | undefined {
  if (!isFailure(failure) || failure.status < 400 || failure.status >= 500) return undefined;
  if (RETRYABLE_STATUSES.includes(failure.status)) return undefined;
  const { fields, revision } = findConflict(failure)?.payload ?? {};
  return {
    conflicts: Array.isArray(fields) ? fields.map(String) : [],
    revision: typeof revision === "number" ? revision : Number.POSITIVE_INFINITY,
  };
}

/** A value as the server normalises it: see `_assign` and `clean_label` there. */
export function normalizeField(field: keyof DraftValues, value: unknown): unknown {
  const edits = { [field]: value } as CampaignEdits;
  if (edits.name !== undefined) return collapseWhitespace(edits.name);
  if (edits.subject !== undefined) return collapseWhitespace(edits.subject);
  if (edits.preheader !== undefined) return collapseWhitespace(edits.preheader);
  if (edits.category !== undefined) return collapseWhitespace(edits.category.replace(/[^A-Za-z0-9 -]/g, ""));
  if (edits.plainText !== undefined) return withUnixBreaks(edits.plainText);
  if (edits.recipients) return normalizeRecipients(edits.recipients);
  if (edits.event) return normalizeEvent(edits.event);
  if (edits.variants) return edits.variants.map(normalizeVariant);
  return value;
}

/**
 * If the shares differ, the test setting and the variants are saved together: the server rejects shares that don't add
 * up to 100.
 */
export function linkedFields(shown: Partial<DraftValues>, stored: Partial<DraftValues>): ("test" | "variants")[] {
  return serializeShares(shown) === serializeShares(stored) ? [] : ["test", "variants"];
}

function serializeShares({ test, variants }: Partial<DraftValues>): string {
  return [test?.winnerShare, ...(variants ?? []).map(({ share }) => share)].join(" ");
}

function collapseWhitespace(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}

function withUnixBreaks(text: string): string {
  return text.replaceAll("\r\n", "\n");
}

function normalizeRecipients(recipients: Recipients): Recipients {
  const { labelIds, segmentIds, excludeLabelIds, excludeSegmentIds } = recipients;
  return {
    ...recipients,
    labelIds: [...new Set(labelIds)],
    segmentIds: [...new Set(segmentIds)],
    excludeLabelIds: [...new Set(excludeLabelIds)],
    excludeSegmentIds: [...new Set(excludeSegmentIds)],
  };
}

function normalizeEvent(event: CalendarEvent): CalendarEvent {
  return { ...event, startsAt: normalizeTime(event.startsAt), endsAt: normalizeTime(event.endsAt) };
}

/** Normalises a timestamp: the server omits fractions of a second. */
function normalizeTime(time: string): string {
  const milliseconds = Date.parse(time);
  return Number.isNaN(milliseconds) ? time : new Date(milliseconds).toISOString();
}

function normalizeVariant(variant: Variant): Variant {
  const { name, subject, preheader, plainText } = variant;
  return {
    ...variant,
    name: collapseWhitespace(name),
    subject: collapseWhitespace(subject),
    preheader: collapseWhitespace(preheader),
    plainText: withUnixBreaks(plainText),
  };
}
