import { IconPhoto } from "@tabler/icons-react";
import { useState } from "react";
import type { EditorKind, KindPreviewProps } from "@/builder/tree/registry";
import { useTranslation } from "@/lib/i18n/translation";
import { toNumber, toText } from "../email/appearance";
import { ComponentBox } from "../email/component-box";
import classes from "../email/email.module.css";

function Preview({ settings, view }: KindPreviewProps) {
  const { t } = useTranslation();
  const source = toText(settings.image).trim();
  const [broken, setBroken] = useState("");
  const isFilled = settings.fills === true && view.device === "phone";
  const width = isFilled ? "100%" : `${toNumber(settings.width)}%`;
  const corner = toNumber(settings.corner) || undefined;
  const isShown = /^https?:\/\//i.test(source) && broken !== source;
  return (
    <ComponentBox settings={settings}>
      {isShown ? (
        <img
          src={source}
          alt={toText(settings.alt)}
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
          {source ? toText(settings.alt) || t("editor.placeholders.broken") : t("editor.placeholders.image")}
        </span>
      )}
    </ComponentBox>
  );
}

export const image: EditorKind = { name: "image", icon: IconPhoto, Preview, summary: ({ alt }) => toText(alt) };
