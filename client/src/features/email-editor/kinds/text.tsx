import { IconLetterA } from "@tabler/icons-react";
import { wordsOf } from "@/builder/inspector/rich-words";
import type { DrawProps, EditorKind } from "@/builder/tree/registry";
import { useTranslation } from "@/lib/i18n/translation";
import { useLinkColour, useTextColour } from "../mail/adapts";
import { ComponentBox } from "../mail/component-box";
import { alignment, fontOf, LEVELS, number, text as words } from "../mail/look";

function Draw(props: DrawProps) {
  return (
    <ComponentBox settings={props.settings}>
      <TextBlock {...props} />
    </ComponentBox>
  );
}

function TextBlock({ settings, globals, view, Rich }: DrawProps) {
  const { t } = useTranslation();
  const colour = useTextColour(words(settings.colour), globals, view);
  const linkColour = useLinkColour(globals, view);
  const level = words(settings.level);
  const [pixels, height] = LEVELS[level] ?? [16, 160];
  const isHeading = level !== "paragraph";
  return (
    <div
      style={{
        fontFamily: fontOf(globals, isHeading),
        fontSize: number(settings.size) || pixels,
        lineHeight: height / 100,
        fontWeight: settings.weight === "bold" ? 700 : 400,
        letterSpacing: 0,
        color: colour,
        textAlign: alignment(settings.align),
      }}
      data-rich="line"
    >
      <Rich
        field="text"
        size={number(settings.size) || pixels}
        linkColour={linkColour}
        placeholder={t("editor.placeholders.text")}
      />
    </div>
  );
}

export const text: EditorKind = {
  name: "text",
  icon: IconLetterA,
  Draw,
  summary: (settings) => wordsOf(settings.text).slice(0, 80),
  contrast: (settings, globals) => ({
    words: words(settings.colour) || words(globals.textColour),
    ground: words(settings.background) || words(globals.canvas),
  }),
};
