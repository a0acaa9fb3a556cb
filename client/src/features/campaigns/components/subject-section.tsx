import { useTranslation } from "@/lib/i18n/translation";
import { MAX_LENGTHS, type TextError } from "../draft";
import type { ComposerHandle } from "../use-composer";
import { EditedField } from "./edited-field";
import { MergeTagInput } from "./merge-tag-input";
import { Section } from "./section";

/** Subject and preview text. */
export function SubjectSection({ composer }: { readonly composer: ComposerHandle }) {
  const { t } = useTranslation();
  const { draft, edit, textError, stored } = composer;
  const faultOf = (field: TextError["field"]) => (textError?.field === field ? textError : undefined);
  return (
    <Section id="composer-subject" title={t("campaigns.inbox")}>
      <EditedField composer={composer} field="subject" theirs={stored.subject}>
        <MergeTagInput
          label={t("terms.subject")}
          help={t("campaigns.subjectHelp")}
          value={draft.subject}
          maxLength={MAX_LENGTHS.subject}
          textError={faultOf("subject")}
          onChange={(subject) => edit({ subject })}
        />
      </EditedField>
      <EditedField composer={composer} field="preheader" theirs={stored.preheader}>
        <MergeTagInput
          label={t("terms.previewText")}
          help={t("campaigns.preheaderHelp")}
          value={draft.preheader}
          maxLength={MAX_LENGTHS.preheader}
          textError={faultOf("preheader")}
          onChange={(preheader) => edit({ preheader })}
        />
      </EditedField>
    </Section>
  );
}
