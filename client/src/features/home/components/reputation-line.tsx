import { IconHeartbeat } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { useCan } from "@/features/session/public";
import { query } from "@/lib/api/data";
import { formatPercentageOf } from "@/lib/decimals";
import { useTranslation } from "@/lib/i18n/translation";
import { StatusDot } from "@/ui/components/status-dot";
import classes from "./reputation-line.module.css";

const DAYS = 7;

/** The team's current sender reputation in one line; its own page has the details. */
export function ReputationLine() {
  const { t } = useTranslation();
  const canView = useCan()("sending.view");
  const health = useQuery(
    query("get", "/api/sending-health", { params: { query: { days: DAYS } } }, { enabled: canView }),
  );
  if (!health.data) return null;
  const { paused, window, limits } = health.data;
  if (window.handed === 0 && !paused) return null;
  const isNear = (share: number, limit: number) => limit > 0 && share >= limit / 2;
  const isJudged = window.handed >= limits.leastSent;
  const isBad =
    isJudged && (isNear(window.bounceRate, limits.bounceRate) || isNear(window.complaintRate, limits.complaintRate));
  const kind = paused ? "bad" : isBad ? "warn" : "ok";
  return (
    <section className={classes.line} aria-label={t("home.reputation")}>
      <IconHeartbeat size={16} stroke={1.7} aria-hidden="true" />
      <h2>{t("home.reputation")}</h2>
      <StatusDot kind={kind}>{t(`home.standings.${kind}`)}</StatusDot>
      <span>{t("home.bounces", { rate: formatPercentageOf(window.hardBounced, window.handed) })}</span>
      <span>{t("home.complaints", { rate: formatPercentageOf(window.complained, window.delivered) })}</span>
      <Link to="/sending-health">{t("words.sendingHealth")}</Link>
    </section>
  );
}
