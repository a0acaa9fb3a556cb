import { useQuery } from "@tanstack/react-query";
import { type CSSProperties, useContext } from "react";
import type { WholeProps } from "@/builder/tree/registry";
import { query } from "@/lib/api/data";
import { BrandContext } from "./brand";
import { emailTexts } from "./email-texts";
import { alignment, DARK, fontOf, number, text } from "./look";
import classes from "./mail.module.css";

/** Frame of every email: background, link to the browser version and footer. */
export function EmailFrame({ globals, view, children }: WholeProps) {
  const brand = useContext(BrandContext);
  const company = useQuery(query("get", "/api/companies/detail")).data;
  const say = emailTexts(company?.language);
  const adapts = view.scheme === "dark" && globals.dark === "adapts";
  const ground = adapts ? DARK.background : text(globals.background);
  const quiet = adapts ? DARK.quiet : text(globals.footerColour);
  const footerGround = text(globals.footerBackground);
  const line: CSSProperties = { fontFamily: fontOf(globals), color: quiet };
  const words = text(globals.footerWords).trim();
  const links = [
    say.unsubscribe,
    ...(globals.footerPreferences === true ? [say.preferences] : []),
    ...(globals.footerForward === true ? [say.forward] : []),
    ...(globals.footerReply === true ? [say.reply] : []),
  ];
  const { name = "", address = "", city = "", zipcode = "", country = "" } = company ?? {};
  const postal = [address, city, zipcode, country].filter((line) => line.trim() !== "").join(", ");
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
            {say.question} <u>{say.view}</u>
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
            paddingBlock: "16px 32px",
          }}
        >
          {words ? `${words}\n\n` : ""}
          {[say.reason(name), [name, postal].filter(Boolean).join(" · "), ""].join("\n")}
          {links.map((link, at) => (
            <span key={link}>
              {at > 0 ? " · " : ""}
              <u>{link}</u>
            </span>
          ))}
          {brand ? `\n${say.brand(brand)}` : ""}
        </div>
      </div>
    </div>
  );
}
