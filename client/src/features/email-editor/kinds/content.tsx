import { IconAlignBoxLeftMiddle } from "@tabler/icons-react";
import { wordsOf } from "@/builder/inspector/rich-words";
import type { DrawProps, EditorKind } from "@/builder/tree/registry";
import { useTranslation } from "@/lib/i18n/translation";
import { useLinkColour, useTextColour } from "../mail/adapts";
import { ComponentBox } from "../mail/component-box";
import { alignment, fontOf, number, text } from "../mail/look";

function Draw(props: DrawProps) {
  return (
    <ComponentBox settings={props.settings}>
      <Body {...props} />
    </ComponentBox>
  );
}

function Body({ settings, globals, view, Rich }: DrawProps) {
  const { t } = useTranslation();
  const colour = useTextColour(text(settings.colour), globals, view);
  const linkColour = useLinkColour(globals, view);
  return (
    <div
      style={{
        fontFamily: fontOf(globals),
        fontSize: number(settings.size),
        lineHeight: number(settings.spacing) / 100,
        letterSpacing: 0,
        color: colour,
        textAlign: alignment(settings.align),
      }}
      data-rich="blocks"
    >
      <Rich
        field="body"
        size={number(settings.size)}
        linkColour={linkColour}
        placeholder={t("editor.placeholders.content")}
      />
    </div>
  );
}

export const content: EditorKind = {
  name: "content",
  icon: IconAlignBoxLeftMiddle,
  Draw,
  summary: (settings) => wordsOf(settings.body).slice(0, 80),
  contrast: (settings, globals) => ({
    words: text(settings.colour) || text(globals.textColour),
    ground: text(settings.background) || text(globals.canvas),
  }),
};
