import { useState } from "react";
import { useTranslation } from "react-i18next";
import { switchTeam } from "@/features/session/public";
import { isFailure } from "@/lib/api/failure";
import { $api } from "@/lib/api/hooks";
import { describeFailure } from "@/lib/describe-failure";
import { toast } from "@/ui/toasts";

/** The user's teams, and going on in another one; nothing is asked before `isWanted`. */
export function useTeams(isWanted: boolean) {
  const { t } = useTranslation();
  const [isSwitching, setSwitching] = useState(false);
  const { data } = $api.useQuery("get", "/api/companies", {}, { enabled: isWanted, meta: { quiet: true } });

  async function change(companyId: string): Promise<void> {
    setSwitching(true);
    try {
      await switchTeam(companyId);
    } catch (error) {
      toast("warning", isFailure(error) ? describeFailure(error, t) : t("errors.serverException"));
    } finally {
      setSwitching(false);
    }
  }

  return { teams: data ?? [], isSwitching, change };
}
