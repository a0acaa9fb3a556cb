import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { useAttention } from "@/ui/use-attention";
import { refreshCampaigns } from "./campaigns-data";
import { clearPendingUpdates, usePendingUpdates } from "./pending-updates";

/**
 * Adds and removes campaigns that others created or deleted. Automatic, unless the pointer or focus is in the list;
 * then on request.
 */
export function useLiveList() {
  const client = useQueryClient();
  const news = usePendingUpdates();
  const { isThere: isHeld, watch } = useAttention();

  function show(): void {
    clearPendingUpdates(client);
    void refreshCampaigns(client);
  }
  const showAutomatically = useEffectEvent(show);
  const isDue = news > 0 && !isHeld;
  useEffect(() => {
    if (isDue) showAutomatically();
  }, [isDue]);

  return {
    /** Number of pending updates. */
    news: isHeld ? news : 0,
    show,
    /** Handlers that detect pointer and focus in the list. */
    watch,
  };
}
