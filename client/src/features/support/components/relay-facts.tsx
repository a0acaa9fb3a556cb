import type { ReactNode } from "react";
import { integer } from "@/lib/filters";
import { composedKey, useTranslation } from "@/lib/i18n/translation";
import { RelativeTime } from "@/ui/components/relative-time";
import { StateBadge } from "@/ui/components/state-badge";
import { StatusDot } from "@/ui/components/status-dot";
import type { Relay, RelayLive } from "../pools-data";
import classes from "./pools.module.css";

interface Props {
  readonly name: string;
  readonly live: RelayLive;
  /** Left out for the relay of settings. */
  readonly relay?: Relay;
  readonly action: ReactNode;
}

/** A relay with how it does now: connections, what became of its messages, its last word. */
export function RelayFacts({ name, live, relay, action }: Props) {
  const { t } = useTranslation();
  const isOff = relay?.active === false;
  const figures = [
    ["sent", live.sent],
    ["deferred", live.deferred],
    ["failed", live.failed],
  ] as const;
  return (
    <section className={classes.relay} aria-label={name}>
      <div className={classes.head}>
        <b>{name}</b>
        <StatusDot kind={isOff ? "off" : live.connections > 0 ? "live" : "off"}>
          {isOff
            ? t("terms.off")
            : live.connections > 0
              ? t("support.pools.connected", { count: live.connections, formatted: integer(live.connections) })
              : t("support.pools.idle")}
        </StatusDot>
        {relay && relay.allowedToday !== null ? (
          <StateBadge kind="info">
            {t("support.pools.warming", { taken: integer(live.takenToday), most: integer(relay.allowedToday) })}
          </StateBadge>
        ) : null}
        <span className={classes.action}>{action}</span>
      </div>
      {relay ? (
        <p className={classes.help}>
          {[relay.helo, t(composedKey(`support.pools.tlsOf.${relay.tls}`)), relay.user, relay.source]
            .filter(Boolean)
            .join(" · ")}
        </p>
      ) : null}
      <dl className={classes.figures}>
        {figures.map(([figure, value]) => (
          <div key={figure}>
            <dt>{t(`support.pools.${figure}`)}</dt>
            <dd>{integer(value)}</dd>
          </div>
        ))}
        <div className={classes.answer}>
          <dt>{t("terms.lastResponse")}</dt>
          <dd>
            {live.answer ? (
              <>
                {live.answer} {live.answeredAt ? <RelativeTime at={live.answeredAt} /> : null}
              </>
            ) : (
              t("support.pools.noAnswer")
            )}
          </dd>
        </div>
      </dl>
    </section>
  );
}
