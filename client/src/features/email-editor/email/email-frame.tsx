import { useQuery } from "@tanstack/react-query";
import { type CSSProperties, useContext } from "react";
import type { DocumentFrameProps } from "@/builder/tree/registry";
import { query } from "@/lib/api/data";
import { DARK, getFont, toAlignment, toNumber, toText } from "./appearance";
import { BrandContext } from "./brand";
import classes from "./email.module.css";
import { getEmailTexts } from "./email-texts";

/** Frame of every email: background, link to the browser version and footer. */
export function EmailFrame({ globals, view, children }: DocumentFrameProps) {
  const brand = useContext(BrandContext);
  const company = useQuery(query("get", "/api/companies/detail")).data;
  const say = getEmailTexts(company?.language);
  const adapts = view.scheme === "dark" && globals.dark === "adapts";
  const ground = adapts ? DARK.background : toText(globals.background);
  const quiet = adapts ? DARK.quiet : toText(globals.footerColour);
  const footerGround = toText(globals.footerBackground);
  const line: CSSProperties = { fontFamily: getFont(globals), color: quiet };
  const words = toText(globals.footerWords).trim();
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
      style={{ background: ground, "--mail-link": adapts ? DARK.link : toText(globals.linkColour) } as CSSProperties}
    >
      <div
        style={{
          inlineSize: view.device === "phone" ? "100%" : toNumber(globals.width),
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
            color: footerGround ? toText(globals.footerColour) : quiet,
            background: footerGround || undefined,
            textAlign: toAlignment(globals.footerAlign),
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
