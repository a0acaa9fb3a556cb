import { IconSend } from "@tabler/icons-react";
import { call } from "@/lib/api/data";
import type { PaletteSource } from "@/lib/palette";
import { formatPlainSubject } from "@/lib/plain-subject";
import { campaignPath } from "./campaigns-data";

const MAX_RESULTS = 5;

export const campaignsPalette: PaletteSource = {
  id: "campaigns",
  heading: "words.campaigns",
  icon: IconSend,
  permission: "campaign.view",
  feature: "emailMarketing",
  find: async (search, signal) => {
    const { items } = await call("get", "/api/email-marketing", {
      params: { query: { search, size: MAX_RESULTS } },
      signal,
    });
    return items.map((campaign) => ({
      id: campaign.id,
      label: campaign.name,
      ...(campaign.subject ? { description: formatPlainSubject(campaign.subject) } : {}),
      path: campaignPath(campaign),
    }));
  },
};
