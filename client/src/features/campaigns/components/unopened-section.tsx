import { Box, Button, Text } from "@mantine/core";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import type { Campaign } from "../campaigns-data";
import type { RecipientCount } from "../composer-data";
import type { ComposerHandle } from "../use-composer";
import { Section } from "./section";

interface Props {
  readonly composer: ComposerHandle;
  readonly original: NonNullable<Campaign["unopenedOf"]>;
  readonly count: RecipientCount | undefined;
}

/** States that the draft goes to recipients who did not open another campaign. The user can choose others instead. */
export function UnopenedSection({ composer, original, count }: Props) {
  const { t } = useTranslation();
  const { recipients } = composer.draft;
  return (
    <Section
      id="composer-recipients"
      title={t("terms.recipients")}
      aside={
        <Text size="sm" c="var(--text2)" className="figures" role="status" aria-live="polite">
          {count ? (
            <Box component="b" c="var(--text)" fw={500}>
              {t("terms.recipientsCount", { count: count.count, total: formatInteger(count.count) })}
            </Box>
          ) : (
            t("terms.counting")
          )}
        </Text>
      }
    >
      <Text size="xs" c="dimmed">
        {original.name ? t("campaigns.unopenedOf", { name: original.name }) : t("campaigns.unopenedOfGone")}
      </Text>
      <div>
        <Button onClick={() => composer.edit({ recipients: { ...recipients } })}>{t("campaigns.chooseOthers")}</Button>
      </div>
    </Section>
  );
}
