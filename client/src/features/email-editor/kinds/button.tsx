import { IconSquareRounded } from "@tabler/icons-react";
import type { EditorKind, KindPreviewProps } from "@/builder/tree/registry";
import { useTranslation } from "@/lib/i18n/translation";
import { chooseTextColour, formatPadding, getFont, toNumber, toText } from "../email/appearance";
import { ComponentBox } from "../email/component-box";

function Preview({ settings, globals }: KindPreviewProps) {
  const { t } = useTranslation();
  const words = toText(settings.words).trim();
  const ground = toText(settings.buttonColour) || toText(globals.accent);
  return (
    <ComponentBox settings={settings}>
      <span
        style={{
          display: settings.width === "full" ? "block" : "inline-block",
          boxSizing: "border-box",
          maxInlineSize: "100%",
          padding: formatPadding(settings.inside),
          borderRadius: toNumber(settings.corner),
          background: ground,
          color: toText(settings.textColour) || chooseTextColour(ground),
          fontFamily: getFont(globals),
          fontSize: toNumber(settings.size),
          lineHeight: 1.25,
          fontWeight: 600,
          letterSpacing: 0,
          textAlign: "center",
          verticalAlign: "top",
          opacity: words ? undefined : 0.62,
        }}
      >
        {words || t("editor.fields.words")}
      </span>
    </ComponentBox>
  );
}

export const button: EditorKind = {
  name: "button",
  icon: IconSquareRounded,
  Preview,
  summary: ({ words }) => toText(words),
  contrast: ({ buttonColour, textColour }, { accent }) => {
    const ground = toText(buttonColour) || toText(accent);
    return { words: toText(textColour) || chooseTextColour(ground), ground };
  },
};
