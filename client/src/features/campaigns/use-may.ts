import { useMe } from "@/features/session/public";

export type CampaignPermission = "view" | "edit" | "delete" | "send";

/** What the role of the person allows here; the server asks again at every call. */
export function useMay(): (permission: CampaignPermission) => boolean {
  const permissions = new Set(useMe()?.permissions ?? []);
  return (permission) => permissions.has(`campaign.${permission}`);
}
