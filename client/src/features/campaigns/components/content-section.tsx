import { useTranslation } from "@/lib/i18n/translation";
import { Segmented } from "@/ui/components/segmented";
import { CONTENT_KINDS, type Content } from "../draft";
import type { ComposerHandle } from "../use-composer";
import { BodyEditor } from "./body-editor";
import { type BuiltProps, BuiltSection } from "./built-section";
import { EditedField } from "./edited-field";
import { Section } from "./section";
import { StarterChoice } from "./starter-choice";

/** Content of the email: built in the editor, or written as text. */
export function ContentSection({ composer, ...built }: BuiltProps & { readonly composer: ComposerHandle }) {
  return composer.draft.content.kind === "document" ? (
    <BuiltSection {...built} />
  ) : (
    <WrittenSection composer={composer} />
  );
}

/** Markdown in a starter template, or complete HTML. */
export function WrittenSection({ composer }: { readonly composer: ComposerHandle }) {
  const { t } = useTranslation();
  const { content } = composer.draft;
  const change = (part: Partial<Content>): void => composer.edit({ content: { ...content, ...part } });
  return (
    <Section
      id="composer-content"
      title={t("terms.content")}
      aside={
        <Segmented
          label={t("campaigns.contentKind")}
          value={content.kind}
          onChange={(kind) => change({ kind })}
          options={CONTENT_KINDS.map((value) => ({ value, label: t(`campaigns.kinds.${value}`) }))}
        />
      }
    >
      <EditedField composer={composer} field="content">
        {content.kind === "markdown" ? (
          <StarterChoice chosen={content.starter} onChoose={(starter) => change({ starter })} />
        ) : null}
        <BodyEditor
          content={content}
          textError={composer.textError?.field === "content" ? composer.textError : undefined}
          onChange={(body) => change({ body })}
        />
      </EditedField>
    </Section>
  );
}
