import { useTranslation } from "@/lib/i18n/translation";
import type { Consent } from "../timeline-data";
import classes from "./timeline.module.css";

/** The proof of a consent: which way, which words, from where. */
export function ConsentWords({ consent }: { readonly consent: Consent }) {
  const { t } = useTranslation();
  const from = [consent.ip, consent.userAgent].filter(Boolean).join(", ");
  return (
    <>
      <p className={classes.detail}>
        {t(`person.ways.${consent.way}`)}
        {consent.file ? `: ${consent.file}` : null}
      </p>
      {consent.reason ? <p className={classes.detail}>{t(`person.reasons.${consent.reason}`)}</p> : null}
      {consent.words ? <p className={classes.detail}>“{consent.words}”</p> : null}
      {from ? <p className={classes.reply}>{from}</p> : null}
    </>
  );
}
