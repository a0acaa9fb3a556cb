import { useTranslation } from "react-i18next";
import { StatusDot, type StatusKind } from "@/ui/components/status-dot";
import type { Delivery, Webhook } from "../shapes";

type StateOf = "off" | "failing" | "working" | "unused";

const DOTS: Readonly<Record<StateOf, StatusKind>> = { off: "off", failing: "bad", working: "ok", unused: "info" };

function stateOf({ active, failingSince, lastSuccessAt }: Webhook): StateOf {
  if (!active) return "off";
  if (failingSince) return "failing";
  return lastSuccessAt ? "working" : "unused";
}

/** How an endpoint does: a dot and a word. */
export function WebhookState({ webhook }: { readonly webhook: Webhook }) {
  const { t } = useTranslation();
  const state = stateOf(webhook);
  return <StatusDot kind={DOTS[state]}>{t(`transactional.config.webhook.states.${state}`)}</StatusDot>;
}

const DELIVERY_DOTS: Readonly<Record<Delivery["state"], StatusKind>> = {
  waiting: "warn",
  sending: "live",
  delivered: "ok",
  failed: "bad",
  held: "off",
};

/** Where an event is on its way: one that was never tried waits, one that was is tried again. */
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

/** What came of the last try, in words. */
export function useOutcomeWords(): (tried: Pick<Delivery, "outcome" | "status">) => string {
  const { t } = useTranslation();
  return ({ outcome, status }) =>
    outcome ? t(`transactional.config.deliveries.outcomes.${outcome}`, { status: status ?? "" }) : "";
}
