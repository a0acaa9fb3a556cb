import { IconColumns1 } from "@tabler/icons-react";
import { useContext } from "react";
import type { EditorKind, KindPreviewProps } from "@/builder/tree/registry";
import { formatPadding, toNumber, toSides, toText } from "../email/appearance";
import { InheritedBackgroundContext } from "../email/dark-mode";

function Preview({ settings, children }: KindPreviewProps) {
  const background = toText(settings.background);
  const isGround = useContext(InheritedBackgroundContext) && !background;
  return (
    <div
      style={{
        boxSizing: "border-box",
        padding: formatPadding(settings.padding),
        background: background || undefined,
        borderRadius: toNumber(settings.corner) || undefined,
      }}
    >
      <InheritedBackgroundContext value={isGround}>{children}</InheritedBackgroundContext>
    </div>
  );
}

export const column: EditorKind = {
  name: "column",
  icon: IconColumns1,
  Preview,
  box: (_settings, width) => ({ flex: "none", inlineSize: width }),
  inner: (settings, width, _view, inside) => {
    const [, right, , left] = toSides(settings.padding);
    return inside.map(() => width - right - left);
  },
};
