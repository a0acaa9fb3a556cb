import { useQuery } from "@tanstack/react-query";
import { meQuery, useMe } from "@/features/session/public";
import { useTranslation } from "@/lib/i18n/translation";
import { ContactUs } from "./contact-us";
import { Gate } from "./gate";

/** The event says at once that the team is restored; should it be lost, this asks. */
const ASK_AGAIN_MS = 30_000;

/** The team may not go on for now. The guard, asked again when that changes, leads on by itself. */
export function SuspendedPage() {
  const { t } = useTranslation();
  const team = useMe()?.team?.name ?? "";
  useQuery({ ...meQuery, refetchInterval: ASK_AGAIN_MS, meta: {} });
  return (
    <Gate title={t("gates.suspended")} after={<ContactUs suggestion={t("gates.suspendedMessage", { team })} />}>
      <p>{t("gates.suspendedText", { team })}</p>
      <p>{t("gates.suspendedKept")}</p>
    </Gate>
  );
}
