import { Fieldset, Stack, Text } from "@mantine/core";
import { IconLetterCase, IconPlus } from "@tabler/icons-react";
import { useTranslation } from "@/lib/i18n/translation";
import event from "../assets/newsletter-event.webp";
import harvest from "../assets/newsletter-harvest.webp";
import productNews from "../assets/newsletter-product-news.webp";
import type { NewCampaign } from "../campaigns-data";
import { NEWSLETTERS, type Newsletter } from "../draft";
import { PictureRadio } from "./picture-radio";
import classes from "./picture-radio.module.css";

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
  return (
    <Fieldset variant="unstyled">
      <Text component="legend" size="sm" mb={4} fw={500}>
        {t("campaigns.begin.legend")}
      </Text>
      <Stack gap="xs">
        <Text size="sm" c="var(--text2)">
          <Text component="b" inherit fw={500} c="var(--text)">
            {t("campaigns.kinds.document")}
          </Text>{" "}
          {t("campaigns.begin.builtHelp")}
        </Text>
        <div className={classes.cards}>
          {NEWSLETTERS.map((newsletter) => (
            <PictureRadio
              key={newsletter}
              name="begin"
              label={t(`campaigns.begin.${newsletter}`)}
              isChosen={newsletter === chosen}
              onChoose={() => onChoose(newsletter)}
            >
              <img src={PICTURES[newsletter]} alt="" width={280} height={350} />
            </PictureRadio>
          ))}
          <PictureRadio
            name="begin"
            label={t("campaigns.begin.blank")}
            isChosen={chosen === "blank"}
            onChoose={() => onChoose("blank")}
          >
            <i aria-hidden="true">
              <IconPlus size={24} stroke={1.5} />
            </i>
          </PictureRadio>
        </div>
        <label className={`${classes.card} ${classes.plain}`} data-chosen={chosen === "plain" || undefined}>
          <input type="radio" name="begin" checked={chosen === "plain"} onChange={() => onChoose("plain")} />
          <IconLetterCase size={20} stroke={1.5} aria-hidden="true" />
          <Text span inherit c="var(--text2)">
            <Text component="b" inherit fw={500} c="var(--text)">
              {t("campaigns.begin.plain")}
            </Text>{" "}
            {t("campaigns.begin.plainHelp")}
          </Text>
        </label>
      </Stack>
    </Fieldset>
  );
}
