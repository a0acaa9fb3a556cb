import { IconCode } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import type { EditorKind, KindPreviewProps } from "@/builder/tree/registry";
import { useTranslation } from "@/lib/i18n/translation";
import { getFont, toText } from "../email/appearance";
import { ComponentBox } from "../email/component-box";
import { useTextColour } from "../email/dark-mode";
import classes from "../email/email.module.css";

function Preview(props: KindPreviewProps) {
  return (
    <ComponentBox settings={props.settings}>
      <Code {...props} />
    </ComponentBox>
  );
}

/** Custom HTML, sanitised and confined to its box. */
function Code({ settings, globals, view }: KindPreviewProps) {
  const { t } = useTranslation();
  const colour = useTextColour("", globals, view);
  const box = useRef<HTMLDivElement>(null);
  const code = toText(settings.code);
  useEffect(() => {
    let isOver = false;
    void import("@/lib/user-html").then(({ buildEmailFragment: mailFragment }) => {
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
        style={{ fontFamily: getFont(globals), fontSize: 16, lineHeight: 1.6, letterSpacing: 0, color: colour }}
      />
      {code.trim() ? null : <span className={classes.missing}>{t("editor.placeholders.html")}</span>}
    </>
  );
}

export const html: EditorKind = {
  name: "html",
  icon: IconCode,
  Preview,
  summary: ({ code }) =>
    toText(code)
      .replace(/<[^>]*>/g, " ")
      .trim()
      .slice(0, 80),
};
