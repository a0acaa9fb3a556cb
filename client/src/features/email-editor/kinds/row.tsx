import { IconLayoutList } from "@tabler/icons-react";
import { useContext } from "react";
import type { DrawProps, EditorKind } from "@/builder/tree/registry";
import { GroundContext, useIsAdaptive } from "../mail/adapts";
import { DARK, number, padding, sidesOf, text } from "../mail/look";
import { shares } from "../mail/shares";

const VERTICAL: Readonly<Record<string, string>> = { top: "flex-start", middle: "center", bottom: "flex-end" };

function Draw({ settings, globals, view, width, children }: DrawProps) {
  const adapts = useIsAdaptive(globals, view);
  const own = text(settings.background);
  const ground = own || (adapts ? DARK.canvas : text(globals.canvas));
  const isGround = useContext(GroundContext) && !own;
  const stacks = settings.stacks === true && view.device === "phone";
  return (
    <div
      style={{
        display: "flex",
        flexDirection: stacks ? "column" : "row",
        alignItems: stacks ? "stretch" : VERTICAL[text(settings.vertical)],
        boxSizing: "border-box",
        padding: padding(settings.padding),
        minBlockSize: 16,
        background: ground,
        // As wide as the window: painted outside the email without affecting the layout.
        boxShadow:
          own && settings.reach === "window" && width >= number(globals.width) ? `0 0 0 100vmax ${own}` : undefined,
        clipPath: own && settings.reach === "window" ? "inset(0 -100vmax)" : undefined,
      }}
    >
      <GroundContext value={isGround}>{children}</GroundContext>
    </div>
  );
}

export const row: EditorKind = {
  name: "row",
  icon: IconLayoutList,
  Draw,
  inner: (settings, width, { device }, columns) => {
    const [, right, , left] = sidesOf(settings.padding);
    const room = width - right - left;
    if (settings.stacks === true && device === "phone") return columns.map(() => room);
    return shares(columns.map((column) => number(column.width))).map((share) => (room * share) / 100);
  },
};
