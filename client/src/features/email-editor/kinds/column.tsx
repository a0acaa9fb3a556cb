import { IconColumns1 } from "@tabler/icons-react";
import { useContext } from "react";
import type { DrawProps, EditorKind } from "@/builder/tree/registry";
import { GroundContext } from "../mail/adapts";
import { number, padding, sidesOf, text } from "../mail/look";

function Draw({ settings, children }: DrawProps) {
  const background = text(settings.background);
  const isGround = useContext(GroundContext) && !background;
  return (
    <div
      style={{
        boxSizing: "border-box",
        padding: padding(settings.padding),
        background: background || undefined,
        borderRadius: number(settings.corner) || undefined,
      }}
    >
      <GroundContext value={isGround}>{children}</GroundContext>
    </div>
  );
}

export const column: EditorKind = {
  name: "column",
  icon: IconColumns1,
  Draw,
  box: (_settings, width) => ({ flex: "none", inlineSize: width }),
  inner: (settings, width, _view, inside) => {
    const [, right, , left] = sidesOf(settings.padding);
    return inside.map(() => width - right - left);
  },
};
