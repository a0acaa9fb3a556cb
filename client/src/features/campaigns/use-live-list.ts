import { useQueryClient } from "@tanstack/react-query";
import { type FocusEvent, useEffect, useEffectEvent, useState } from "react";
import { refreshCampaigns } from "./campaigns-data";
import { clearNews, useNews } from "./news";

/**
 * Brings campaigns that others made or deleted into the list: by itself while nobody is at it, on request while the
 * pointer or the focus is in it.
 */
export function useLiveList() {
  const client = useQueryClient();
  const news = useNews();
  const [isUnderPointer, setUnderPointer] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const isHeld = isUnderPointer || hasFocus;

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
    watch: {
      onPointerEnter: () => setUnderPointer(true),
      onPointerLeave: () => setUnderPointer(false),
      onFocus: () => setFocus(true),
      onBlur: (event: FocusEvent<HTMLElement>) => setFocus(event.currentTarget.contains(event.relatedTarget)),
    },
  };
}
