import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import type { RecipientCount } from "../composer-data";
import classes from "./extras.module.css";

const LOSSES = ["excluded", "suppressed", "paused"] as const;

/** Selected contacts who are not recipients, by reason; each is counted once. Hidden without any. */
export function CountBreakdown({ count }: { readonly count: RecipientCount }) {
  const { t } = useTranslation();
  const lossNames = LOSSES.filter((name) => count[name] > 0);
  if (lossNames.length === 0 && !count.capped) return null;
  return (
    <div className={classes.breakdown}>
      {lossNames.length > 0 ? (
        <dl aria-label={t("campaignExtras.count.label")}>
          {(["chosen", ...lossNames, "left"] as const).map((name) => (
            <div key={name} data-figure={name}>
              <dt>{t(`campaignExtras.count.${name}`)}</dt>
              <dd>{formatInteger(name === "left" ? count.count : count[name])}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      {count.capped ? (
        <p>{t("campaignExtras.count.capped", { count: count.capped, total: formatInteger(count.capped) })}</p>
      ) : null}
    </div>
  );
}
