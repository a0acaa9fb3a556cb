import { useQuery } from "@tanstack/react-query";
import { planQuery, useCan } from "@/features/session/public";

/** Whether the person may write campaigns, by the role and by what the plan has. */
export function useMayBeginCampaign(): boolean {
  const plan = useQuery(planQuery).data;
  const hasFeature = plan?.features.some(({ name, enable }) => name === "emailMarketing" && enable) ?? false;
  return useCan()("campaign.edit") && hasFeature;
}

/** Opens the dialog of a new campaign to the contacts of a segment. */
export function campaignToSegmentPath(segmentId: number): string {
  return `/campaigns?new&segment=${segmentId}`;
}
