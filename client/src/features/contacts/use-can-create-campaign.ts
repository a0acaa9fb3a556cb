import { useQuery } from "@tanstack/react-query";
import { planQuery, useCan } from "@/features/session/public";

/** Whether role and plan allow the user to create campaigns. */
export function useCanCreateCampaign(): boolean {
  const plan = useQuery(planQuery).data;
  const hasFeature = plan?.features.some(({ name, enable }) => name === "emailMarketing" && enable) ?? false;
  return useCan()("campaign.edit") && hasFeature;
}

/** Path that opens the dialog of a new campaign to a segment's contacts. */
export function campaignToSegmentPath(segmentId: number): string {
  return `/campaigns?new&segment=${segmentId}`;
}
