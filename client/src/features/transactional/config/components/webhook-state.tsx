import { useTranslation } from "@/lib/i18n/translation";
import { RelativeTime } from "@/ui/components/relative-time";
import { StatusDot, type StatusKind } from "@/ui/components/status-dot";
import type { Delivery, Webhook } from "../shapes";

type WebhookStatus = "off" | "failing" | "testFailed" | "working" | "unused";

const DOTS: Readonly<Record<WebhookStatus, StatusKind>> = {
  off: "off",
  failing: "bad",
  testFailed: "bad",
  working: "ok",
  unused: "info",
};

/** The latest test if it failed and no delivery has succeeded since. */
export function findFailedTest({ lastTest, lastSuccessAt }: Webhook): Webhook["lastTest"] {
  if (!lastTest || lastTest.outcome === "delivered") return null;
  return lastSuccessAt && Date.parse(lastSuccessAt) > Date.parse(lastTest.at) ? null : lastTest;
}

function getWebhookStatus(webhook: Webhook): WebhookStatus {
  if (!webhook.active) return "off";
  if (webhook.failingSince) return "failing";
  if (findFailedTest(webhook)) return "testFailed";
  return webhook.lastSuccessAt ? "working" : "unused";
}

/** Status of an endpoint. */
export function WebhookState({ webhook }: { readonly webhook: Webhook }) {
  const { t } = useTranslation();
  const state = getWebhookStatus(webhook);
  return <StatusDot kind={DOTS[state]}>{t(`transactional.config.webhook.states.${state}`)}</StatusDot>;
}

const DELIVERY_DOTS: Readonly<Record<Delivery["state"], StatusKind>> = {
  waiting: "warn",
  sending: "live",
  delivered: "ok",
  failed: "bad",
  held: "off",
};

/** Status of a delivery. Distinguishes the first attempt from a retry. */
export function DeliveryState({ delivery }: { readonly delivery: Delivery }) {
  const { t } = useTranslation();
  const { state, tries } = delivery;
  const isFirst = state === "waiting" && tries === 0;
  return (
    <StatusDot kind={isFirst ? "info" : DELIVERY_DOTS[state]}>
      {t(`transactional.config.deliveries.states.${isFirst ? "first" : state}`)}
    </StatusDot>
  );
}

/** Result and time of the latest test event. */
export function LastTest({ webhook }: { readonly webhook: Webhook }) {
  const { t } = useTranslation();
  const outcomeWords = useDescribeOutcome();
  const { lastTest } = webhook;
  if (!lastTest) return t("terms.never");
  return (
    <>
      {outcomeWords(lastTest)}, <RelativeTime at={lastTest.at} />
    </>
  );
}

/** Returns a function that describes the result of an attempt. */
export function useDescribeOutcome(): (tried: Pick<Delivery, "outcome" | "status">) => string {
  const { t } = useTranslation();
  return ({ outcome, status }) =>
    outcome ? t(`transactional.config.deliveries.outcomes.${outcome}`, { status: status ?? "" }) : "";
}
