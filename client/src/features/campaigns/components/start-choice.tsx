import { Text } from "@mantine/core";
import { IconLetterCase, IconPlus } from "@tabler/icons-react";
import { useTranslation } from "@/lib/i18n/translation";
import event from "../assets/newsletter-event.webp";
import harvest from "../assets/newsletter-harvest.webp";
import productNews from "../assets/newsletter-product-news.webp";
import type { NewCampaign } from "../campaigns-data";
import { NEWSLETTERS, type Newsletter } from "../draft";
import classes from "./start-choice.module.css";

type CampaignStart = NonNullable<NewCampaign["startFrom"]>;

/** Screenshots of each newsletter that the server creates. */
const PICTURES: Readonly<Record<Newsletter, string>> = { harvest, productNews, event };

interface Props {
  readonly chosen: CampaignStart;
  readonly onChoose: (begin: CampaignStart) => void;
}

/** Choice of a new campaign's start: a newsletter, a blank email in the builder, or plain text. */
export function StartChoice({ chosen, onChoose }: Props) {
  const { t } = useTranslation();
  const radio = (begin: CampaignStart) => ({
    type: "radio",
    name: "begin",
    value: begin,
    checked: begin === chosen,
    onChange: () => onChoose(begin),
  });
  return (
    <fieldset className={classes.choice}>
      <legend>{t("campaigns.begin.legend")}</legend>
      <Text size="sm" c="var(--text2)">
        <b>{t("campaigns.kinds.document")}</b> {t("campaigns.begin.builtHelp")}
      </Text>
      <div className={classes.sheets}>
        {NEWSLETTERS.map((newsletter) => (
          <label key={newsletter} data-chosen={newsletter === chosen || undefined}>
            <input {...radio(newsletter)} />
            <img src={PICTURES[newsletter]} alt="" width={280} height={350} />
            <span>{t(`campaigns.begin.${newsletter}`)}</span>
          </label>
        ))}
        <label data-chosen={chosen === "blank" || undefined}>
          <input {...radio("blank")} />
          <i aria-hidden="true">
            <IconPlus size={24} stroke={1.5} />
          </i>
          <span>{t("campaigns.begin.blank")}</span>
        </label>
      </div>
      <label className={classes.plain} data-chosen={chosen === "plain" || undefined}>
        <input {...radio("plain")} />
        <IconLetterCase size={20} stroke={1.5} aria-hidden="true" />
        <span>
          <b>{t("campaigns.begin.plain")}</b> {t("campaigns.begin.plainHelp")}
        </span>
      </label>
    </fieldset>
  );
}
