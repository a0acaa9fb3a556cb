import { type ReactNode, useContext } from "react";
import type { Settings } from "@/builder/collab/values";
import { formatPadding, toAlignment, toText } from "./appearance";
import { InheritedBackgroundContext } from "./dark-mode";

/** Spacing and background of a component. */
export function ComponentBox({ settings, children }: { readonly settings: Settings; readonly children: ReactNode }) {
  const background = toText(settings.background);
  const isGround = useContext(InheritedBackgroundContext) && !background;
  return (
    <div
      style={{
        boxSizing: "border-box",
        padding: formatPadding(settings.padding),
        background: background || undefined,
        textAlign: toAlignment(settings.align),
        overflowWrap: "anywhere",
      }}
    >
      <InheritedBackgroundContext value={isGround}>{children}</InheritedBackgroundContext>
    </div>
  );
}
