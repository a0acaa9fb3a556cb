import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { useAttention } from "@/ui/use-attention";
import { refreshCampaigns } from "./campaigns-data";
import { clearNews, useNews } from "./news";

/**
 * Brings campaigns that others made or deleted into the list: by itself while nobody is at it, on request while the
 * pointer or the focus is in it.
 */
export function useLiveList() {
  const client = useQueryClient();
  const news = useNews();
  const { isThere: isHeld, watch } = useAttention();

  function show(): void {
    clearNews(client);
    void refreshCampaigns(client);
  }
  const showBySelf = useEffectEvent(show);
  const isDue = news > 0 && !isHeld;
  useEffect(() => {
    if (isDue) showBySelf();
  }, [isDue]);

  return {
    /** How many came or went and are not shown yet. */
    news: isHeld ? news : 0,
    show,
    /** Tells whether somebody is at the list. */
    watch,
  };
}
