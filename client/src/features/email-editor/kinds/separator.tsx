import { IconSeparatorHorizontal } from "@tabler/icons-react";
import type { EditorKind, KindPreviewProps } from "@/builder/tree/registry";
import documents from "@/generated/documents.json";
import { DARK, toNumber, toText } from "../email/appearance";
import { ComponentBox } from "../email/component-box";
import { useIsAdaptive } from "../email/dark-mode";

const DEFAULT_COLOUR = documents.email.kinds.find(({ name }) => name === "separator")?.schema.properties.colour
  ?.default;

function Preview(props: KindPreviewProps) {
  return (
    <ComponentBox settings={props.settings}>
      <Line {...props} />
    </ComponentBox>
  );
}

function Line({ settings, globals, view }: KindPreviewProps) {
  const adapts = useIsAdaptive(globals, view);
  if (settings.shape === "space") return <div style={{ blockSize: toNumber(settings.height) }} />;
  const colour = adapts && settings.colour === DEFAULT_COLOUR ? DARK.rule : toText(settings.colour);
  return (
    <div
      style={{
        display: "inline-block",
        inlineSize: `${toNumber(settings.width)}%`,
        borderBlockStart: `${toNumber(settings.thickness)}px ${toText(settings.style)} ${colour}`,
        verticalAlign: "top",
      }}
    />
  );
}

export const separator: EditorKind = { name: "separator", icon: IconSeparatorHorizontal, Preview };
