import { useId } from "react";
import { decimal } from "@/lib/decimals";
import { integer } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { RelativeTime } from "@/ui/components/relative-time";
import { StateBadge } from "@/ui/components/state-badge";
import type { Slowed } from "../pools-data";
import classes from "./pools.module.css";

interface Props {
  readonly slowed: readonly Slowed[];
}

/** The destinations that asked for less: what they get now, since when, and what they said. */
export function SlowedList({ slowed }: Props) {
  const { t } = useTranslation();
  const heading = useId();
  return (
    <section className={classes.slowed} aria-labelledby={heading}>
      <h3 id={heading}>{t("support.pools.slowed.title")}</h3>
      <p className={classes.help}>
        {slowed.length === 0 ? t("support.pools.slowed.none") : t("support.pools.slowed.help")}
      </p>
      <ul>
        {slowed.map((each) => (
          <li key={each.destination}>
            <div className={classes.head}>
              <b>{each.destination}</b>
              <StateBadge kind="warn">
                {t("support.pools.slowed.atOnce", { now: integer(each.atOnce), most: integer(each.most) })}
              </StateBadge>
              {each.pauseSeconds > 0 ? (
                <StateBadge kind="bad">
                  {t("support.pools.slowed.pause", { seconds: decimal(each.pauseSeconds, 0, 1) })}
                </StateBadge>
              ) : null}
            </div>
            <dl className={classes.figures}>
              {each.perSecond === null ? null : (
                <div>
                  <dt>{t("support.pools.slowed.rate")}</dt>
                  <dd>{t("ui.perSecond", { rate: decimal(each.perSecond, 0, 1) })}</dd>
                </div>
              )}
              <div>
                <dt>{t("support.pools.slowed.deferred")}</dt>
                <dd>{integer(each.deferred)}</dd>
              </div>
              <div>
                <dt>{t("terms.since")}</dt>
                <dd>
                  <RelativeTime at={each.since} />
                </dd>
              </div>
              <div className={classes.answer}>
                <dt>{t("terms.lastResponse")}</dt>
                <dd>
                  {each.answer} <RelativeTime at={each.answeredAt} />
                </dd>
              </div>
            </dl>
          </li>
        ))}
      </ul>
    </section>
  );
}
