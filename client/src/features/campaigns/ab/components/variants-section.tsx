import "@mantine/core/styles/Tabs.layer.css";
import { Anchor, Button, Flex, Stack, Tabs, Text, TextInput } from "@mantine/core";
import { IconCopy, IconPlus, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "@/lib/i18n/translation";
import { ContentSection } from "../../components/content-section";
import { EditedField } from "../../components/edited-field";
import { Section } from "../../components/section";
import { SenderSection } from "../../components/sender-section";
import { SubjectSection } from "../../components/subject-section";
import type { Variant } from "../../draft";
import { PlainSection } from "../../extras/plain-section";
import type { AbTest } from "../ab-data";
import { getLetter, MAX_VARIANTS, MIN_VARIANTS } from "../rules";
import { type AbComposer, buildVariantComposer } from "../use-ab-composer";
import { useVariantUndo } from "../use-variant-undo";
import {
  hasDuplicateVariants,
  withAddedVariant,
  withFirstVariantCopied,
  withoutVariant,
  withRestoredVariant,
  withTestedPart,
} from "../variants";
import { NumberField } from "./number-field";
import classes from "./variants-section.module.css";

const ICON = { size: 16, stroke: 1.7, "aria-hidden": true } as const;
const MAX_DELAY_HOURS = 7 * 24;

interface Props {
  readonly campaign: AbTest;
  readonly composer: AbComposer;
  readonly chosen: number;
  readonly onChoose: (index: number) => void;
}

/** The variants as tabs. Each tab has only the fields that are tested. */
export function VariantsSection({ campaign, composer, chosen, onChoose }: Props) {
  const { t } = useTranslation();
  const { test, variants } = composer.draft;
  const { tested } = test;
  const variant = variants[chosen];
  const saved = campaign.variants[chosen];
  // Variants built in the email editor are named, copied and removed there.
  const areBuilt = tested === "content" && campaign.documentId !== null;
  const own = buildVariantComposer(composer, chosen);
  const edit = (part: Partial<(typeof variants)[number]>): void =>
    composer.edit({ variants: variants.map((one, at) => (at === chosen ? { ...one, ...part } : one)) });

  const undo = useVariantUndo(composer);

  function addVariant(): void {
    composer.editParts(withAddedVariant({ test, variants }));
    onChoose(variants.length);
    // With the maximum reached, a removed variant can no longer be restored.
    if (variants.length + 1 >= MAX_VARIANTS) undo.dismissUndo();
  }

  function copyFirst(source: Variant): void {
    composer.edit({ variants: withFirstVariantCopied(variants, chosen, tested) });
    undo.showUndo(t("abTests.firstCopied", { letter: getLetter(chosen) }), (draft) => {
      composer.edit({ variants: withTestedPart(draft.variants, chosen, { source, tested }) });
      onChoose(chosen);
    });
  }

  function removeVariant(removed: Variant): void {
    composer.editParts(withoutVariant({ test, variants }, chosen));
    onChoose(Math.max(0, chosen - 1));
    undo.showUndo(t("abTests.variantRemoved", { letter: getLetter(chosen) }), (draft) => {
      composer.editParts(withRestoredVariant(draft, removed, chosen));
      onChoose(chosen);
    });
  }

  return (
    <Section
      id="composer-variants"
      title={t("terms.variants")}
      aside={
        variants.length < MAX_VARIANTS && !areBuilt ? (
          <Anchor component="button" type="button" fz="sm" py={4} onClick={addVariant}>
            <IconPlus {...ICON} size={14} /> {t("abTests.addVariant")}
          </Anchor>
        ) : undefined
      }
    >
      <EditedField composer={composer} field="variants">
        <Tabs value={String(chosen)} color="brand" onChange={(value) => onChoose(Number(value))}>
          <Tabs.List aria-label={t("terms.variants")} mb={14}>
            {variants.map((one, index) => (
              <Tabs.Tab
                // biome-ignore lint/suspicious/noArrayIndexKey: a variant has no id but its position
                key={index}
                value={String(index)}
                classNames={{ tab: classes.tab ?? "", tabLabel: classes.label ?? "" }}
                data-faulty={composer.textError?.variant === index || undefined}
                rightSection={
                  <Text span size="xs" c="dimmed" className="figures">
                    {one.share}%
                  </Text>
                }
              >
                <b>{getLetter(index)}</b> {one.name}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {variant ? (
            <Tabs.Panel value={String(chosen)}>
              <Stack gap={14}>
                {areBuilt ? (
                  <Text size="xs" c="dimmed">
                    {t("abTests.builtHelp")}
                  </Text>
                ) : (
                  <Flex gap="8px 12px" align="flex-end" justify="space-between" wrap="wrap">
                    <TextInput
                      label={t("abTests.variantName")}
                      description={t("terms.onlyYourTeamSeesIt")}
                      value={variant.name}
                      maxLength={60}
                      onChange={(event) => edit({ name: event.currentTarget.value })}
                    />
                    <Flex gap="xs" wrap="wrap">
                      {chosen > 0 ? (
                        <Button size="xs" leftSection={<IconCopy {...ICON} />} onClick={() => copyFirst(variant)}>
                          {t("abTests.copyFirst")}
                        </Button>
                      ) : null}
                      {variants.length > MIN_VARIANTS ? (
                        <Button size="xs" leftSection={<IconTrash {...ICON} />} onClick={() => removeVariant(variant)}>
                          {t("abTests.removeVariant", { letter: getLetter(chosen) })}
                        </Button>
                      ) : null}
                    </Flex>
                  </Flex>
                )}
                {tested === "time" ? (
                  <NumberField
                    key={`${chosen}/${variants.length}`}
                    label={t("abTests.delay")}
                    description={t("abTests.delayHelp")}
                    name="delay"
                    numbers={composer.numbers}
                    value={variant.delayMinutes / 60}
                    min={0}
                    max={MAX_DELAY_HOURS}
                    decimals={1}
                    onEdit={(hours) => edit({ delayMinutes: Math.round(hours * 60) })}
                  />
                ) : null}
                {tested === "subject" ? <SubjectSection composer={own} /> : null}
                {tested === "sender" ? <SenderSection composer={own} /> : null}
                {tested === "content" ? (
                  <>
                    <ContentSection
                      campaign={campaign}
                      variantId={saved?.variantId}
                      root={saved?.root}
                      composer={own}
                    />
                    <PlainSection key={chosen} campaign={campaign} variantId={saved?.variantId} composer={own} />
                  </>
                ) : null}
              </Stack>
            </Tabs.Panel>
          ) : null}
        </Tabs>
        {hasDuplicateVariants(variants, tested) ? (
          <Text size="xs" c="dimmed" role="status">
            {t("terms.twoVariantsAreIdenticalInWhatYouTest")}
          </Text>
        ) : null}
      </EditedField>
    </Section>
  );
}
