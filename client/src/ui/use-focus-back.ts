import { useEffect, useState } from "react";

/** What has the focus; of an item of a menu, which goes with it, the button of the menu. */
function focused(): Element | null {
  const button = document.activeElement?.closest("[role=menu]")?.getAttribute("aria-labelledby");
  return button ? document.getElementById(button) : document.activeElement;
}

/**
 * Gives the focus back to what had it when the component came, unless it is somewhere by then. Mantine's dialogs do so
 * only when they stay mounted; ours come when they are opened.
 */
export function useFocusBack(): void {
  // Read while rendering: by the first effect the dialog has taken the focus.
  const [opener] = useState(focused);
  useEffect(
    () => () => {
      const isNowhere = document.activeElement === null || document.activeElement === document.body;
      if (isNowhere && opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    },
    [opener],
  );
}
