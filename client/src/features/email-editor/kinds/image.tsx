import { IconPhoto } from "@tabler/icons-react";
import { useState } from "react";
import type { DrawProps, EditorKind } from "@/builder/tree/registry";
import { useTranslation } from "@/lib/i18n/translation";
import { ComponentBox } from "../mail/component-box";
import { number, text } from "../mail/look";
import classes from "../mail/mail.module.css";

function Draw({ settings, view }: DrawProps) {
  const { t } = useTranslation();
  const source = text(settings.image).trim();
  const [broken, setBroken] = useState("");
  const isFilled = settings.fills === true && view.device === "phone";
  const width = isFilled ? "100%" : `${number(settings.width)}%`;
  const corner = number(settings.corner) || undefined;
  const isShown = /^https?:\/\//i.test(source) && broken !== source;
  return (
    <ComponentBox settings={settings}>
      {isShown ? (
        <img
          src={source}
          alt={text(settings.alt)}
          draggable={false}
          referrerPolicy="no-referrer"
          style={{
            display: "inline-block",
            inlineSize: width,
            blockSize: "auto",
            borderRadius: corner,
            verticalAlign: "top",
          }}
          onError={() => setBroken(source)}
        />
      ) : (
        <span className={classes.missing} style={{ inlineSize: width, borderRadius: corner }}>
          <IconPhoto size={24} stroke={1.5} aria-hidden="true" />
          {source ? text(settings.alt) || t("editor.placeholders.broken") : t("editor.placeholders.image")}
        </span>
      )}
    </ComponentBox>
  );
}

export const image: EditorKind = { name: "image", icon: IconPhoto, Draw, summary: ({ alt }) => text(alt) };
