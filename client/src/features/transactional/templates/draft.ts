import type { ApiFailure } from "@/lib/api/failure";
import { causeText } from "@/lib/causes/cause-text";
import { describeFailure, fieldFailureOf } from "@/lib/describe-failure";
import { composedKey, type Translate } from "@/lib/i18n/translation";
import type { TemplateContent } from "../shapes";
import { readTestData, writeTestData } from "./test-data";

export interface Draft {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** As it is typed: it may not be JSON yet. */
  readonly data: string;
}

export const NOTHING: TemplateContent = { subject: "", html: "", text: "", testData: {} };

export function draftOf({ subject, html, text, testData }: TemplateContent): Draft {
  return { subject, html, text, data: writeTestData(testData) };
}

/** What a template lacks to be published. */
export function lackOf({ subject, html, text }: Draft) {
  return { noSubject: !subject.trim(), noContent: !html.trim() && !text.trim() };
}

/** What is wrong with each field: what the server says, what is missing to publish, and what is no JSON. */
export function problemsOf(
  draft: Draft,
  { failure, isPublishing }: { readonly failure: ApiFailure | undefined; readonly isPublishing: boolean },
  t: Translate,
): Partial<Readonly<Record<keyof Draft, string>>> {
  const refused = failure?.code === "invalidTag" ? undefined : fieldFailureOf(failure, t);
  const { noSubject, noContent } = lackOf(draft);
  const contentMissing = t("transactional.templates.contentMissing");
  return {
    ...(refused ? { [refused.field === "testData" ? "data" : refused.field]: refused.text } : {}),
    ...(isPublishing && noSubject ? { subject: t("transactional.templates.subjectMissing") } : {}),
    ...(isPublishing && noContent ? { html: contentMissing, text: contentMissing } : {}),
    ...(readTestData(draft.data) ? {} : { data: t("transactional.templates.notJson") }),
  };
}

/** A merge tag that isn't one is told with its place. */
export function problemOf(failure: ApiFailure, t: Translate): string {
  const { field, line, column } = failure.payload;
  if (failure.code !== "invalidTag" || line === undefined) return describeFailure(failure, t);
  return t("transactional.templates.badTag", {
    part: t(composedKey(`transactional.templates.parts.${String(field)}`)),
    line: Number(line),
    column: Number(column),
    cause: causeText(failure.payload, t) ?? "",
  });
}
