import { IconAlignBoxLeftMiddle } from "@tabler/icons-react";
import { extractPlainText } from "@/builder/inspector/rich-plain-text";
import type { EditorKind, KindPreviewProps } from "@/builder/tree/registry";
import { useTranslation } from "@/lib/i18n/translation";
import { getFont, toAlignment, toNumber, toText } from "../email/appearance";
import { ComponentBox } from "../email/component-box";
import { useLinkColour, useTextColour } from "../email/dark-mode";

function Preview(props: KindPreviewProps) {
  return (
    <ComponentBox settings={props.settings}>
      <Body {...props} />
    </ComponentBox>
  );
}

function Body({ settings, globals, view, Rich }: KindPreviewProps) {
  const { t } = useTranslation();
  const colour = useTextColour(toText(settings.colour), globals, view);
  const linkColour = useLinkColour(globals, view);
  return (
    <div
      style={{
        fontFamily: getFont(globals),
        fontSize: toNumber(settings.size),
        lineHeight: toNumber(settings.spacing) / 100,
        letterSpacing: 0,
        color: colour,
        textAlign: toAlignment(settings.align),
      }}
      data-rich="blocks"
    >
      <Rich
        field="body"
        size={toNumber(settings.size)}
        linkColour={linkColour}
        placeholder={t("editor.placeholders.content")}
      />
    </div>
  );
}

export const content: EditorKind = {
  name: "content",
  icon: IconAlignBoxLeftMiddle,
  Preview,
  summary: (settings) => extractPlainText(settings.body).slice(0, 80),
  contrast: (settings, globals) => ({
    words: toText(settings.colour) || toText(globals.textColour),
    ground: toText(settings.background) || toText(globals.canvas),
  }),
};
