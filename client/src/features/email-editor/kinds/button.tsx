import { IconSquareRounded } from "@tabler/icons-react";
import type { DrawProps, EditorKind } from "@/builder/tree/registry";
import { useTranslation } from "@/lib/i18n/translation";
import { ComponentBox } from "../mail/component-box";
import { fontOf, number, padding, readableColourOn, text } from "../mail/look";

function Draw({ settings, globals }: DrawProps) {
  const { t } = useTranslation();
  const words = text(settings.words).trim();
  const ground = text(settings.buttonColour) || text(globals.accent);
  return (
    <ComponentBox settings={settings}>
      <span
        style={{
          display: settings.width === "full" ? "block" : "inline-block",
          boxSizing: "border-box",
          maxInlineSize: "100%",
          padding: padding(settings.inside),
          borderRadius: number(settings.corner),
          background: ground,
          color: text(settings.textColour) || readableColourOn(ground),
          fontFamily: fontOf(globals),
          fontSize: number(settings.size),
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
  Draw,
  summary: ({ words }) => text(words),
  contrast: ({ buttonColour, textColour }, { accent }) => {
    const ground = text(buttonColour) || text(accent);
    return { words: text(textColour) || readableColourOn(ground), ground };
  },
};
