import { IconBrandInstagram } from "@tabler/icons-react";
import type { Settings } from "@/builder/collab/values";
import type { DrawProps, EditorKind } from "@/builder/tree/registry";
import { composedKey, useTranslation } from "@/lib/i18n/translation";
import { ComponentBox } from "../mail/component-box";
import { number, text } from "../mail/look";
import classes from "../mail/mail.module.css";

function linksOf({ links }: Settings): readonly Settings[] {
  return (Array.isArray(links) ? links : []).filter(
    (link): link is Settings => typeof link === "object" && link !== null && !Array.isArray(link),
  );
}

function Draw({ settings }: DrawProps) {
  const { t } = useTranslation();
  const links = linksOf(settings);
  const shown = links.filter(({ address }) => text(address).trim() !== "");
  const size = number(settings.size);
  const gap = Math.floor(number(settings.gap) / 2);
  return (
    <ComponentBox settings={settings}>
      {/* The email omits links without an address. The editor shows them only while no link has one. */}
      {(shown.length > 0 ? shown : links).map((link) => (
        <img
          key={text(link.id)}
          className={shown.length > 0 ? undefined : classes.unset}
          src={`/art/social/${text(link.network)}-${text(settings.style)}.png`}
          alt={t(composedKey(`editor.choices.${text(link.network)}`))}
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
  Draw,
  summary: (settings) =>
    linksOf(settings)
      .filter(({ address }) => text(address) !== "")
      .map(({ network }) => text(network))
      .join(", "),
};
