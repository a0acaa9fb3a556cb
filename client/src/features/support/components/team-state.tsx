import { useTranslation } from "@/lib/i18n/translation";
import { StateBadge } from "@/ui/components/state-badge";
import { StatusDot } from "@/ui/components/status-dot";
import type { Team } from "../support-data";

const KINDS = { normal: "ok", suspended: "bad", locked: "warn", expired: "warn" } as const;

/** Status of a team: a dot and a word in lists, a badge in heads. */
export function TeamState({ state, look = "dot" }: { readonly state: Team["state"]; readonly look?: "dot" | "badge" }) {
  const { t } = useTranslation();
  const Look = look === "badge" ? StateBadge : StatusDot;
  return <Look kind={KINDS[state]}>{t(`support.states.${state}`)}</Look>;
}
