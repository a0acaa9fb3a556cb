import { IconBrandInstagram } from "@tabler/icons-react";
import type { Settings } from "@/builder/collab/values";
import type { EditorKind, KindPreviewProps } from "@/builder/tree/registry";
import { toTextKey, useTranslation } from "@/lib/i18n/translation";
import { toNumber, toText } from "../email/appearance";
import { ComponentBox } from "../email/component-box";
import classes from "../email/email.module.css";

function listLinks({ links }: Settings): readonly Settings[] {
  return (Array.isArray(links) ? links : []).filter(
    (link): link is Settings => typeof link === "object" && link !== null && !Array.isArray(link),
  );
}

function Preview({ settings }: KindPreviewProps) {
  const { t } = useTranslation();
  const links = listLinks(settings);
  const shown = links.filter(({ address }) => toText(address).trim() !== "");
  const size = toNumber(settings.size);
  const gap = Math.floor(toNumber(settings.gap) / 2);
  return (
    <ComponentBox settings={settings}>
      {/* The email omits links without an address. The editor shows them only while no link has one. */}
      {(shown.length > 0 ? shown : links).map((link) => (
        <img
          key={toText(link.id)}
          className={shown.length > 0 ? undefined : classes.unset}
          src={`/art/social/${toText(link.network)}-${toText(settings.style)}.png`}
          alt={t(toTextKey(`editor.choices.${toText(link.network)}`))}
          width={size}
          height={size}
          draggable={false}
          style={{ margin: gap ? `0 ${gap}px 4px` : "0 0 4px", verticalAlign: "top" }}
        />
      ))}
    </ComponentBox>
  );
}

export const socialMedia: EditorKind = {
  name: "socialMedia",
  icon: IconBrandInstagram,
  Preview,
  summary: (settings) =>
    listLinks(settings)
      .filter(({ address }) => toText(address) !== "")
      .map(({ network }) => toText(network))
      .join(", "),
};
