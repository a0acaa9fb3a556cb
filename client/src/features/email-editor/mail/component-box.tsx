import { type ReactNode, useContext } from "react";
import type { Settings } from "@/builder/collab/values";
import { GroundContext } from "./adapts";
import { alignment, padding, text } from "./look";

/** Spacing and background of a component. */
export function ComponentBox({ settings, children }: { readonly settings: Settings; readonly children: ReactNode }) {
  const background = text(settings.background);
  const isGround = useContext(GroundContext) && !background;
  return (
    <div
      style={{
        boxSizing: "border-box",
        padding: padding(settings.padding),
        background: background || undefined,
        textAlign: alignment(settings.align),
        overflowWrap: "anywhere",
      }}
    >
      <GroundContext value={isGround}>{children}</GroundContext>
    </div>
  );
}
