import { IconLetterA } from "@tabler/icons-react";
import { extractPlainText } from "@/builder/inspector/rich-plain-text";
import type { EditorKind, KindPreviewProps } from "@/builder/tree/registry";
import { useTranslation } from "@/lib/i18n/translation";
import { getFont, LEVELS, toAlignment, toNumber, toText as words } from "../email/appearance";
import { ComponentBox } from "../email/component-box";
import { useLinkColour, useTextColour } from "../email/dark-mode";

function Preview(props: KindPreviewProps) {
  return (
    <ComponentBox settings={props.settings}>
      <TextBlock {...props} />
    </ComponentBox>
  );
}

function TextBlock({ settings, globals, view, Rich }: KindPreviewProps) {
  const { t } = useTranslation();
  const colour = useTextColour(words(settings.colour), globals, view);
  const linkColour = useLinkColour(globals, view);
  const level = words(settings.level);
  const [pixels, height] = LEVELS[level] ?? [16, 160];
  const isHeading = level !== "paragraph";
  return (
    <div
      style={{
        fontFamily: getFont(globals, isHeading),
        fontSize: toNumber(settings.size) || pixels,
        lineHeight: height / 100,
        fontWeight: settings.weight === "bold" ? 700 : 400,
        letterSpacing: 0,
        color: colour,
        textAlign: toAlignment(settings.align),
      }}
      data-rich="line"
    >
      <Rich
        field="text"
        size={toNumber(settings.size) || pixels}
        linkColour={linkColour}
        placeholder={t("editor.placeholders.text")}
      />
    </div>
  );
}

export const text: EditorKind = {
  name: "text",
  icon: IconLetterA,
  Preview,
  summary: (settings) => extractPlainText(settings.text).slice(0, 80),
  contrast: (settings, globals) => ({
    words: words(settings.colour) || words(globals.textColour),
    ground: words(settings.background) || words(globals.canvas),
  }),
};
