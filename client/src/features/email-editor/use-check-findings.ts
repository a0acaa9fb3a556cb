import { useMemo } from "react";
import type { Finding } from "@/builder/inspector/findings";
import { type Campaign, describeFinding, useChecks } from "@/features/campaigns/public";
import { useTranslation } from "@/lib/i18n/translation";

/** Results of the server's checks for individual components. */
export function useCheckFindings(campaign: Campaign, revision: number): readonly Finding[] {
  const { t } = useTranslation();
  const items = useChecks({ ...campaign, revision: campaign.revision + revision }).data?.items;
  return useMemo(
    () =>
      (items ?? []).flatMap((item): readonly Finding[] =>
        item.node === null || item.level === "fine"
          ? []
          : [
              {
                node: item.node,
                severity: item.level === "blocking" ? "error" : "warning",
                ...describeFinding(item, t),
              },
            ],
      ),
    [items, t],
  );
}
