import { IconLayoutList } from "@tabler/icons-react";
import { useContext } from "react";
import type { EditorKind, KindPreviewProps } from "@/builder/tree/registry";
import { DARK, formatPadding, toNumber, toSides, toText } from "../email/appearance";
import { InheritedBackgroundContext, useIsAdaptive } from "../email/dark-mode";
import { computeShares } from "../email/shares";

const VERTICAL_ALIGNMENTS: Readonly<Record<string, string>> = {
  top: "flex-start",
  middle: "center",
  bottom: "flex-end",
};

function Preview({ settings, globals, view, width, children }: KindPreviewProps) {
  const adapts = useIsAdaptive(globals, view);
  const own = toText(settings.background);
  const ground = own || (adapts ? DARK.canvas : toText(globals.canvas));
  const isGround = useContext(InheritedBackgroundContext) && !own;
  const stacks = settings.stacks === true && view.device === "phone";
  return (
    <div
      style={{
        display: "flex",
        flexDirection: stacks ? "column" : "row",
        alignItems: stacks ? "stretch" : VERTICAL_ALIGNMENTS[toText(settings.vertical)],
        boxSizing: "border-box",
        padding: formatPadding(settings.padding),
        minBlockSize: 16,
        background: ground,
        // As wide as the window: painted outside the email without affecting the layout.
        boxShadow:
          own && settings.reach === "window" && width >= toNumber(globals.width) ? `0 0 0 100vmax ${own}` : undefined,
        clipPath: own && settings.reach === "window" ? "inset(0 -100vmax)" : undefined,
      }}
    >
      <InheritedBackgroundContext value={isGround}>{children}</InheritedBackgroundContext>
    </div>
  );
}

export const row: EditorKind = {
  name: "row",
  icon: IconLayoutList,
  Preview,
  inner: (settings, width, { device }, columns) => {
    const [, right, , left] = toSides(settings.padding);
    const room = width - right - left;
    if (settings.stacks === true && device === "phone") return columns.map(() => room);
    return computeShares(columns.map((column) => toNumber(column.width))).map((share) => (room * share) / 100);
  },
};
