import { useMemo } from "react";
import { useNavigate } from "react-router";
import { useTranslation } from "@/lib/i18n/translation";
import { listHiddenByDefault } from "@/ui/table/columns";
import { useList } from "@/ui/table/use-list";
import { buildCampaignCard } from "../../campaign-card";
import { CAMPAIGN_SORTS, campaignPath } from "../../campaigns-data";
import { CampaignList } from "../../components/campaign-list";
import { useResendCampaign } from "../../schedule-data";
import { useCategoryFilter } from "../../use-category-filter";
import { useRowHandlers } from "../../use-row-handlers";
import { useUndoableCancel } from "../../use-undoable-cancel";
import { buildAbColumns } from "../ab-columns";
import { type AbTestRow, useAbTests, useDuplicateTest, usePauseTest, useResumeTest } from "../ab-data";

export function AbTestsPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const columns = useMemo(() => buildAbColumns(t), [t]);
  const list = useList("ab-tests", {
    defaultSort: "-createdAt",
    sorts: CAMPAIGN_SORTS,
    filterName: "status",
    hiddenAtFirst: listHiddenByDefault(columns),
  });
  const [category] = useCategoryFilter();
  const page = useAbTests(list.address, category);
  const resend = useResendCampaign();
  const { handlersOf, onError } = useRowHandlers({
    duplicate: useDuplicateTest(),
    pause: usePauseTest(),
    resume: useResumeTest(),
  });
  const { cancelSchedule } = useUndoableCancel();
  return (
    <CampaignList<AbTestRow>
      kind="abTest"
      list={list}
      page={page}
      columns={columns}
      card={(campaign) => buildCampaignCard(campaign, t(`abTests.testedOf.${campaign.test.tested}`), t)}
      handlersOf={(campaign) => ({
        ...handlersOf(campaign),
        onCancelSchedule: () => cancelSchedule(campaign),
        // Without a winner there is nothing to resend.
        ...(campaign.test.winner === null
          ? {}
          : {
              onResend: () =>
                resend.mutate(campaign, { onSuccess: (draft) => void navigate(campaignPath(draft)), onError }),
            }),
      })}
    />
  );
}
