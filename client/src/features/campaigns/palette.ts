import { IconSend } from "@tabler/icons-react";
import { api } from "@/lib/api/client";
import type { PaletteSource } from "@/lib/palette";
import { plainSubject } from "@/lib/plain-subject";
import { campaignPath } from "./campaigns-data";

const MOST = 5;

export const campaignsPalette: PaletteSource = {
  id: "campaigns",
  heading: "words.campaigns",
  icon: IconSend,
  permission: "campaign.view",
  feature: "emailMarketing",
  find: async (search, signal) => {
    const { data } = await api.GET("/api/email-marketing", { params: { query: { search, size: MOST } }, signal });
    return (data?.items ?? []).map((campaign) => ({
      id: campaign.id,
      label: campaign.name,
      ...(campaign.subject ? { description: plainSubject(campaign.subject) } : {}),
      path: campaignPath(campaign),
    }));
  },
};
