import { Box, Group, Stack, Text, Textarea } from "@mantine/core";
import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { insertText } from "@/lib/text-insert";
import { ConfirmDialog } from "@/ui/components/confirm-dialog";
import { FailureNotice } from "@/ui/components/failure-notice";
import { Segmented } from "@/ui/components/segmented";
import { describeInput } from "@/ui/describe-input";
import { TagMenu } from "@/ui/merge-tags/tag-menu";
import { useTagCompletion } from "@/ui/merge-tags/use-tag-completion";
import type { Campaign } from "../campaigns-data";
import bodyClasses from "../components/body-editor.module.css";
import { EditedField } from "../components/edited-field";
import { Section } from "../components/section";
import { TextErrorLine } from "../components/text-error-line";
import { useTags } from "../composer-data";
import { MAX_LENGTHS } from "../draft";
import type { ComposerHandle } from "../use-composer";
import { useGeneratedText } from "./extras-data";

interface Props {
  readonly campaign: Campaign;
  /** Variant of an A/B test that the text is generated from. */
  readonly variantId?: string | undefined;
  readonly composer: ComposerHandle;
}

const SOURCES = ["made", "own"] as const;

/** Plain-text part of the email: generated, or written by hand. Writing starts with the generated text. */
export function PlainSection({ campaign, variantId, composer }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const { draft, edit, textError } = composer;
  const [isOpened, setOpened] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const [isWaiting, setWaiting] = useState(false);
  const generation = useGeneratedText(campaign.id, variantId);
  const fields = useTags();
  const completion = useTagCompletion(box, { fields, withEmailTags: true });
  const isOwn = isOpened || draft.plainText !== "";
  const mine = textError?.field === "plainText" ? textError : undefined;
  // A new variant has no id until it is saved.
  const canMake = composer.isSaved && (campaign.kind !== "abTest" || variantId !== undefined);

  const make = useEffectEvent(() => {
    setWaiting(false);
    generation.mutate(undefined, {
      onSuccess: (plainText) => {
        // Keeps text typed before the response arrives.
        if (box.current?.value === "") edit({ plainText });
      },
    });
  });

  // The server generates the text from the saved email.
  useEffect(() => {
    if (isWaiting && canMake) make();
  }, [isWaiting, canMake]);

  function switchToGenerated(): void {
    setOpened(false);
    setLeaving(false);
    setWaiting(false);
    edit({ plainText: "" });
  }

  function choose(way: (typeof SOURCES)[number]): void {
    if (way === "made") {
      if (draft.plainText.trim()) setLeaving(true);
      else switchToGenerated();
      return;
    }
    setOpened(true);
    setWaiting(true);
    composer.save();
  }

  function write(plainText: string): void {
    setWaiting(false);
    edit({ plainText });
  }

  return (
    <Section
      id="composer-plain"
      title={t("terms.plainText")}
      aside={
        <Segmented
          label={t("terms.plainText")}
          value={isOwn ? "own" : "made"}
          onChange={choose}
          options={SOURCES.map((value) => ({ value, label: t(`campaignExtras.plain.${value}`) }))}
        />
      }
    >
      <EditedField composer={composer} field="plainText">
        {isOwn ? (
          <Stack gap={4}>
            <Group gap="sm" justify="space-between" wrap="nowrap" fz="sm" lh="sm" fw={500}>
              <label htmlFor={id}>{t("terms.plainTextVersion")}</label>
              <TagMenu
                fields={fields}
                target={t("terms.plainTextVersion")}
                withEmailTags
                onInsert={(tag) => requestAnimationFrame(() => box.current && insertText(box.current, tag))}
              />
            </Group>
            <Box pos="relative">
              <Textarea
                id={id}
                ref={box}
                className={bodyClasses.area ?? ""}
                data-mono
                value={draft.plainText}
                maxLength={MAX_LENGTHS.plainText}
                rows={10}
                error={mine !== undefined}
                aria-busy={isWaiting || generation.isPending}
                {...describeInput(`${id}-below`)}
                {...completion.props}
                onChange={(event) => write(event.currentTarget.value)}
              />
              {completion.list}
            </Box>
            <div id={`${id}-below`}>
              {mine ? (
                <TextErrorLine textError={mine} text={draft.plainText} box={box} />
              ) : isWaiting || generation.isPending ? (
                <Text size="xs" c="dimmed" role="status">
                  {t(isWaiting ? "campaignExtras.plain.waiting" : "campaignExtras.plain.generating")}
                </Text>
              ) : (
                <Text size="xs" c="dimmed">
                  {t("campaignExtras.plain.ownHelp")}
                </Text>
              )}
            </div>
            <FailureNotice error={generation.error} />
          </Stack>
        ) : (
          <Text size="xs" c="dimmed">
            {t("campaignExtras.plain.madeHelp")}
          </Text>
        )}
        {isLeaving ? (
          <ConfirmDialog
            title={t("campaignExtras.plain.leaveTitle")}
            confirmLabel={t("campaignExtras.plain.leaveConfirm")}
            onCancel={() => setLeaving(false)}
            onConfirm={switchToGenerated}
          >
            <p>{t("campaignExtras.plain.leaveText")}</p>
          </ConfirmDialog>
        ) : null}
      </EditedField>
    </Section>
  );
}
