import { useMemo } from "react";
import { useNavigate } from "react-router";
import { useTranslation } from "@/lib/i18n/translation";
import { formatPlainSubject } from "@/lib/plain-subject";
import { listHiddenByDefault } from "@/ui/table/columns";
import { useList } from "@/ui/table/use-list";
import { buildCampaignCard } from "../campaign-card";
import {
  CAMPAIGN_SORTS,
  type CampaignRow,
  campaignPath,
  useCampaigns,
  useDuplicateCampaign,
  usePauseCampaign,
  useResumeCampaign,
} from "../campaigns-data";
import { buildCampaignColumns } from "../columns";
import { CampaignList } from "../components/campaign-list";
import { CampaignTabs } from "../components/campaign-tabs";
import { useResendCampaign } from "../schedule-data";
import { useCategoryFilter } from "../use-category-filter";
import { useRowHandlers } from "../use-row-handlers";
import { useUndoableCancel } from "../use-undoable-cancel";

export function CampaignsPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const columns = useMemo(() => buildCampaignColumns(t), [t]);
  const list = useList("campaigns", {
    defaultSort: "-createdAt",
    sorts: CAMPAIGN_SORTS,
    filterName: "status",
    hiddenAtFirst: listHiddenByDefault(columns),
  });
  const [category] = useCategoryFilter();
  const page = useCampaigns(list.address, category);
  const resend = useResendCampaign();
  const { cancelSchedule } = useUndoableCancel();
  const { handlersOf, onError } = useRowHandlers({
    duplicate: useDuplicateCampaign(),
    pause: usePauseCampaign(),
    resume: useResumeCampaign(),
  });
  return (
    <CampaignList<CampaignRow>
      kind="email"
      list={list}
      page={page}
      columns={columns}
      card={(campaign) => buildCampaignCard(campaign, formatPlainSubject(campaign.subject), t)}
      handlersOf={(campaign) => ({
        ...handlersOf(campaign),
        onCancelSchedule: () => cancelSchedule(campaign),
        onResend: () => resend.mutate(campaign, { onSuccess: (draft) => void navigate(campaignPath(draft)), onError }),
      })}
      tabs={<CampaignTabs />}
    />
  );
}
