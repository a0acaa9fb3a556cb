import { useTranslation } from "@/lib/i18n/translation";
import letter from "../assets/starter-letter.webp";
import news from "../assets/starter-news.webp";
import notice from "../assets/starter-notice.webp";
import { STARTERS, type Starter } from "../draft";
import classes from "./starter-choice.module.css";

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
    <fieldset className={classes.choice}>
      <legend>{t("campaigns.starter")}</legend>
      {STARTERS.map((starter) => (
        <label key={starter} data-chosen={starter === chosen || undefined}>
          <input type="radio" name="starter" checked={starter === chosen} onChange={() => onChoose(starter)} />
          <img src={PICTURES[starter]} alt="" width={300} height={240} />
          <span>{t(`campaigns.starters.${starter}`)}</span>
        </label>
      ))}
    </fieldset>
  );
}
