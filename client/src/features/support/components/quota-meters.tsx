import { integer } from "@/lib/filters";
import { composedKey, useTranslation } from "@/lib/i18n/translation";
import type { TeamDetail } from "../support-data";
import classes from "./support.module.css";

const UNLIMITED = -1;

/** How much of each limit is used. */
export function QuotaMeters({ quota }: Pick<TeamDetail, "quota">) {
  const { t } = useTranslation();
  return (
    <div className={classes.quota}>
      {quota.map(({ feature, name, used, reserved, limit }) => {
        const taken = used + reserved;
        const percent = limit > 0 ? Math.min(100, (taken / limit) * 100) : 0;
        return (
          <div key={`${feature}.${name}`} className={classes.meter}>
            <span>
              {t(composedKey(`support.quota.${name}`), { defaultValue: name })}
              <small>
                {limit === UNLIMITED
                  ? t("support.usedUnlimited", { used: integer(taken) })
                  : t("terms.usedOfLimit", { used: integer(taken), limit: integer(limit) })}
              </small>
            </span>
            {limit === UNLIMITED ? null : (
              <div className={classes.track} aria-hidden="true">
                <i style={{ inlineSize: `${percent}%` }} data-full={taken >= limit || undefined} />
              </div>
            )}
          </div>
        );
      })}
    </div>
  );
}
