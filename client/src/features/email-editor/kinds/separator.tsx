import { IconSeparatorHorizontal } from "@tabler/icons-react";
import type { DrawProps, EditorKind } from "@/builder/tree/registry";
import documents from "@/generated/documents.json";
import { useIsAdaptive } from "../mail/adapts";
import { ComponentBox } from "../mail/component-box";
import { DARK, number, text } from "../mail/look";

const FRESH = documents.email.kinds.find(({ name }) => name === "separator")?.schema.properties.colour?.default;

function Draw(props: DrawProps) {
  return (
    <ComponentBox settings={props.settings}>
      <Line {...props} />
    </ComponentBox>
  );
}

function Line({ settings, globals, view }: DrawProps) {
  const adapts = useIsAdaptive(globals, view);
  if (settings.shape === "space") return <div style={{ blockSize: number(settings.height) }} />;
  const colour = adapts && settings.colour === FRESH ? DARK.rule : text(settings.colour);
  return (
    <div
      style={{
        display: "inline-block",
        inlineSize: `${number(settings.width)}%`,
        borderBlockStart: `${number(settings.thickness)}px ${text(settings.style)} ${colour}`,
        verticalAlign: "top",
      }}
    />
  );
}

export const separator: EditorKind = { name: "separator", icon: IconSeparatorHorizontal, Draw };
