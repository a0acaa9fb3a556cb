import { useTranslation } from "@/lib/i18n/translation";
import { SwitchRow } from "@/ui/components/switch-row";
import type { Campaign } from "../campaigns-data";
import { EditedField } from "../components/edited-field";
import { MergeTagInput } from "../components/merge-tag-input";
import { Section } from "../components/section";
import { MAX_LENGTHS, UTM_PARTS, type UtmPart } from "../draft";
import type { ComposerHandle } from "../use-composer";
import { DefaultButton } from "./default-button";
import classes from "./extras.module.css";

interface Props {
  readonly campaign: Campaign;
  readonly composer: ComposerHandle;
}

/** UTM parameters, which identify visits from the email in web analytics. */
export function TrackingSection({ campaign, composer }: Props) {
  const { t } = useTranslation();
  const { draft, edit, textError } = composer;
  const { utm } = draft;
  const defaultOf = (part: UtmPart): string | undefined =>
    part === "source" || part === "medium" || part === "campaign" ? campaign.utmDefaults[part] : undefined;
  return (
    <Section id="composer-tracking" title={t("campaignExtras.tracking")} aside={<DefaultButton change={{ utm }} />}>
      <EditedField composer={composer} field="utm">
        <SwitchRow label={t("campaignExtras.utm.on")} isOn={utm.on} onChange={(on) => edit({ utm: { ...utm, on } })}>
          {t("campaignExtras.utm.help")}
        </SwitchRow>
        {utm.on ? (
          <div className={classes.lines}>
            {UTM_PARTS.map((part) => (
              <MergeTagInput
                key={part}
                label={t(`campaignExtras.utm.${part}`)}
                help={t(`campaignExtras.utm.${part}Help`)}
                value={utm[part]}
                placeholder={defaultOf(part)}
                maxLength={MAX_LENGTHS.utm}
                textError={textError?.field === `utm.${part}` ? textError : undefined}
                onChange={(value) => edit({ utm: { ...utm, [part]: value } })}
              />
            ))}
          </div>
        ) : null}
      </EditedField>
    </Section>
  );
}
