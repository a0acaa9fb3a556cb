import type { CSSProperties } from "react";
import { useTranslation } from "react-i18next";
import type { WholeProps } from "@/builder/registry";
import { useMe } from "@/features/session/public";
import { alignment, DARK, fontOf, number, text } from "./look";
import classes from "./mail.module.css";

/** What lies around every mail: its ground, the line that leads to the browser, the footer. */
export function Whole({ globals, view, children }: WholeProps) {
  const { t } = useTranslation();
  const team = useMe()?.team;
  const adapts = view.scheme === "dark" && globals.dark === "adapts";
  const ground = adapts ? DARK.background : text(globals.background);
  const quiet = adapts ? DARK.quiet : text(globals.footerColour);
  const footerGround = text(globals.footerBackground);
  const line: CSSProperties = { fontFamily: fontOf(globals), color: quiet };
  const words = text(globals.footerWords).trim();
  const links = [
    t("editor.mail.unsubscribe"),
    ...(globals.footerPreferences === true ? [t("editor.mail.preferences")] : []),
    ...(globals.footerForward === true ? [t("editor.mail.forward")] : []),
    ...(globals.footerReply === true ? [t("editor.mail.reply")] : []),
  ];
  return (
    <div
      className={classes.page}
      style={{ background: ground, "--mail-link": adapts ? DARK.link : text(globals.linkColour) } as CSSProperties}
    >
      <div
        style={{
          inlineSize: view.device === "phone" ? "100%" : number(globals.width),
          marginInline: "auto",
          colorScheme: view.scheme,
        }}
      >
        {globals.showViewBrowserLink === true ? (
          <div className={classes.line} style={{ ...line, textAlign: "center" }}>
            {t("editor.mail.question")} <u>{t("editor.mail.view")}</u>
          </div>
        ) : null}
        <div data-rows>{children}</div>
        <div
          className={classes.line}
          style={{
            ...line,
            color: footerGround ? text(globals.footerColour) : quiet,
            background: footerGround || undefined,
            textAlign: alignment(globals.footerAlign),
            paddingBlock: "24px 32px",
          }}
        >
          {words ? `${words}\n\n` : ""}
          {t("editor.mail.reason", { team: team?.name ?? "" })}
          {"\n"}
          {[team?.name, t("editor.mail.address")].filter(Boolean).join(", ")}
          {"\n"}
          {links.map((link, at) => (
            <span key={link}>
              {at > 0 ? " · " : ""}
              <u>{link}</u>
            </span>
          ))}
        </div>
      </div>
    </div>
  );
}
