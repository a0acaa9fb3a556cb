import { Fieldset, Text } from "@mantine/core";
import { useTranslation } from "@/lib/i18n/translation";
import letter from "../assets/starter-letter.webp";
import news from "../assets/starter-news.webp";
import notice from "../assets/starter-notice.webp";
import { STARTERS, type Starter } from "../draft";
import { PictureRadio } from "./picture-radio";
import classes from "./picture-radio.module.css";

/** Screenshots of a sample text in each template. */
const PICTURES: Readonly<Record<Starter, string>> = { letter, news, notice };

interface Props {
  readonly chosen: Starter;
  readonly onChoose: (starter: Starter) => void;
}

/** Choice of the template around a Markdown text. */
export function StarterChoice({ chosen, onChoose }: Props) {
  const { t } = useTranslation();
  return (
    <Fieldset variant="unstyled">
      <Text component="legend" size="sm" mb={4} fw={500}>
        {t("campaigns.starter")}
      </Text>
      <div className={classes.cards} data-three>
        {STARTERS.map((starter) => (
          <PictureRadio
            key={starter}
            name="starter"
            label={t(`campaigns.starters.${starter}`)}
            isChosen={starter === chosen}
            onChoose={() => onChoose(starter)}
          >
            <img src={PICTURES[starter]} alt="" width={300} height={240} />
          </PictureRadio>
        ))}
      </div>
    </Fieldset>
  );
}
