import type { ApiFailure } from "@/lib/api/failure";
import { getCauseText } from "@/lib/causes/cause-text";
import { describeFailure, findFieldFailure } from "@/lib/describe-failure";
import { type Translate, toTextKey } from "@/lib/i18n/translation";
import type { TemplateContent } from "../shapes";
import { readTestData, writeTestData } from "./test-data";

export interface TemplateDraft {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** As typed, possibly invalid JSON. */
  readonly data: string;
}

export const EMPTY_CONTENT: TemplateContent = { subject: "", html: "", text: "", testData: {} };

export function toDraft({ subject, html, text, testData }: TemplateContent): TemplateDraft {
  return { subject, html, text, data: writeTestData(testData) };
}

/** Missing parts that prevent publishing. */
export function findMissingParts({ subject, html, text }: TemplateDraft) {
  return { noSubject: !subject.trim(), noContent: !html.trim() && !text.trim() };
}

/** Validation errors by field: from the server, missing parts on publishing, and invalid JSON. */
export function findProblems(
  draft: TemplateDraft,
  { failure, isPublishing }: { readonly failure: ApiFailure | undefined; readonly isPublishing: boolean },
  t: Translate,
): Partial<Readonly<Record<keyof TemplateDraft, string>>> {
  const refused = failure?.code === "invalidTag" ? undefined : findFieldFailure(failure, t);
  const { noSubject, noContent } = findMissingParts(draft);
  const contentMissing = t("transactional.templates.contentMissing");
  return {
    ...(refused ? { [refused.field === "testData" ? "data" : refused.field]: refused.text } : {}),
    ...(isPublishing && noSubject ? { subject: t("transactional.templates.subjectMissing") } : {}),
    ...(isPublishing && noContent ? { html: contentMissing, text: contentMissing } : {}),
    ...(readTestData(draft.data) ? {} : { data: t("transactional.templates.notJson") }),
  };
}

/** Describes an error; an invalid merge tag with its position. */
export function describeProblem(failure: ApiFailure, t: Translate): string {
  const { field, line, column } = failure.payload;
  if (failure.code !== "invalidTag" || line === undefined) return describeFailure(failure, t);
  return t("transactional.templates.badTag", {
    part: t(toTextKey(`transactional.templates.parts.${String(field)}`)),
    line: Number(line),
    column: Number(column),
    cause: getCauseText(failure.payload, t) ?? "",
  });
}
