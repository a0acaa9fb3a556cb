import type { ReactNode } from "react";
import type { Translate } from "@/lib/i18n/translation";
import { useTranslation } from "@/lib/i18n/translation";
import { StatusDot, type StatusKind } from "@/ui/components/status-dot";
import type { ContactState } from "../contacts-data";

const KINDS: Readonly<Record<ContactState, StatusKind>> = {
  subscribed: "ok",
  waiting: "warn",
  unsubscribed: "off",
  bounced: "bad",
  complained: "bad",
};

/** Whether a contact can be emailed. A plain function, because a long list has many such cells. */
export function stateDot(state: ContactState, t: Translate): ReactNode {
  return <StatusDot kind={KINDS[state]}>{t(`contacts.states.${state}`)}</StatusDot>;
}

/** Whether a contact can be emailed: a dot and a word. */
export function ContactStateDot({ state }: { readonly state: ContactState }) {
  return stateDot(state, useTranslation().t);
}
