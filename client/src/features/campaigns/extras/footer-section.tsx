import { Checkbox, Fieldset, Text } from "@mantine/core";
import { useTranslation } from "@/lib/i18n/translation";
import { EditedField } from "../components/edited-field";
import { Section } from "../components/section";
import { FOOTER_PARTS } from "../draft";
import type { ComposerHandle } from "../use-composer";
import { DefaultButton } from "./default-button";
import classes from "./extras.module.css";

/** Optional parts of the footer. */
export function FooterSection({ composer }: { readonly composer: ComposerHandle }) {
  const { t } = useTranslation();
  const { footer } = composer.draft;
  return (
    <Section id="composer-footer" title={t("terms.footer")} aside={<DefaultButton change={{ footer }} />}>
      <EditedField composer={composer} field="footer">
        <Fieldset variant="unstyled" legend={t("campaignExtras.footer.shows")}>
          <div className={classes.checks}>
            {FOOTER_PARTS.map((part) => (
              <Checkbox
                key={part}
                label={t(`campaignExtras.footer.${part}`)}
                checked={footer[part]}
                onChange={({ currentTarget }) =>
                  composer.edit({ footer: { ...footer, [part]: currentTarget.checked } })
                }
              />
            ))}
          </div>
        </Fieldset>
        <Text size="xs" c="dimmed">
          {t("campaignExtras.footer.always")}
        </Text>
      </EditedField>
    </Section>
  );
}
