import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { switchTeam } from "@/features/session/public";
import { query } from "@/lib/api/data";
import { useTranslation } from "@/lib/i18n/translation";
import { toastFailure } from "@/ui/toast-failure";

/** The user's teams, and a function that switches to one. Nothing is fetched before `isWanted`. */
export function useTeams(isWanted: boolean) {
  const { t } = useTranslation();
  const [isSwitching, setSwitching] = useState(false);
  const { data } = useQuery(query("get", "/api/companies", {}, { enabled: isWanted }));

  async function change(companyId: string): Promise<void> {
    setSwitching(true);
    try {
      await switchTeam(companyId);
    } catch (error) {
      toastFailure(error, t);
    } finally {
      setSwitching(false);
    }
  }

  return { teams: data ?? [], isSwitching, change };
}
