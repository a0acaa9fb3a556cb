import { IconCode } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import type { DrawProps, EditorKind } from "@/builder/tree/registry";
import { useTranslation } from "@/lib/i18n/translation";
import { useTextColour } from "../mail/adapts";
import { ComponentBox } from "../mail/component-box";
import { fontOf, text } from "../mail/look";
import classes from "../mail/mail.module.css";

function Draw(props: DrawProps) {
  return (
    <ComponentBox settings={props.settings}>
      <Code {...props} />
    </ComponentBox>
  );
}

/** Custom HTML, sanitised and confined to its box. */
function Code({ settings, globals, view }: DrawProps) {
  const { t } = useTranslation();
  const colour = useTextColour("", globals, view);
  const box = useRef<HTMLDivElement>(null);
  const code = text(settings.code);
  useEffect(() => {
    let isOver = false;
    void import("@/lib/user-html").then(({ mailFragment }) => {
      if (!isOver) box.current?.replaceChildren(mailFragment(code));
    });
    return () => {
      isOver = true;
    };
  }, [code]);
  return (
    <>
      <div
        ref={box}
        className={classes.code}
        style={{ fontFamily: fontOf(globals), fontSize: 16, lineHeight: 1.6, letterSpacing: 0, color: colour }}
      />
      {code.trim() ? null : <span className={classes.missing}>{t("editor.placeholders.html")}</span>}
    </>
  );
}

export const html: EditorKind = {
  name: "html",
  icon: IconCode,
  Draw,
  summary: ({ code }) =>
    text(code)
      .replace(/<[^>]*>/g, " ")
      .trim()
      .slice(0, 80),
};
