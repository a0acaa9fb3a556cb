import { Box, Group, Text } from "@mantine/core";
import { IconDeviceDesktop, IconDeviceMobile, IconMoon, type IconProps, IconSun } from "@tabler/icons-react";
import { type ComponentType, useState } from "react";
import { toTextKey, useTranslation } from "@/lib/i18n/translation";
import { LoadFailed } from "@/ui/components/load-failed";
import { Segmented } from "@/ui/components/segmented";
import type { Campaign } from "../campaigns-data";
import { useContentRevision, usePreview } from "../composer-data";
import { ContactChoice } from "./contact-choice";
import classes from "./preview-pane.module.css";

interface Props {
  readonly campaign: Campaign;
  /** Variant of an A/B test. */
  readonly variantId?: string | undefined;
  /** Preview text of a variant that has its own. */
  readonly preheader?: string | undefined;
  readonly contactId: number | undefined;
  readonly onContact: (contactId: number | undefined) => void;
}

const WIDTHS = ["desktop", "phone"] as const;
type Width = (typeof WIDTHS)[number];
const FORMATS = ["mail", "text"] as const;
type Format = (typeof FORMATS)[number];
const SCHEMES = ["light", "dark"] as const;
type Scheme = (typeof SCHEMES)[number];
const ICON = { size: 16, stroke: 1.7, "aria-hidden": true } as const;
const ICONS: Readonly<Record<Width | Scheme, ComponentType<IconProps>>> = {
  desktop: IconDeviceDesktop,
  phone: IconDeviceMobile,
  light: IconSun,
  dark: IconMoon,
};

/** The saved email as one contact would see it, rendered by the sending engine. */
export function PreviewPane({ campaign, variantId, preheader = campaign.preheader, contactId, onContact }: Props) {
  const { t } = useTranslation();
  const [width, setWidth] = useState<Width>("desktop");
  const [scheme, setScheme] = useState<Scheme>("light");
  const [form, setForm] = useState<Format>("mail");
  const preview = usePreview(campaign.id, useContentRevision(campaign), contactId, variantId);
  const previewData = preview.data;
  const choice = <Value extends Width | Scheme>(values: readonly Value[]) =>
    values.map((value) => {
      const Icon: ComponentType<IconProps> = ICONS[value];
      return { value, label: t(toTextKey(`campaigns.see.${String(value)}`)), icon: <Icon {...ICON} /> };
    });
  return (
    <Box
      component="section"
      bdrs="lg"
      bd="1px solid var(--line)"
      bg="var(--surface)"
      style={{ overflow: "hidden" }}
      aria-labelledby="composer-preview"
    >
      <Group component="header" gap="xs" ps="md" pe="sm" py={10}>
        <Text component="h2" size="sm" flex="none" fw={600} id="composer-preview">
          {t("terms.preview")}
        </Text>
        <ContactChoice contactId={contactId} shown={previewData?.email} onChange={onContact} />
        <Segmented
          label={t("campaigns.see.form")}
          value={form}
          onChange={setForm}
          options={FORMATS.map((value) => ({ value, label: t(`campaigns.see.forms.${value}`) }))}
        />
        <Segmented label={t("campaigns.see.width")} value={width} onChange={setWidth} options={choice(WIDTHS)} />
        <Segmented label={t("campaigns.see.scheme")} value={scheme} onChange={setScheme} options={choice(SCHEMES)} />
      </Group>
      {preview.isLoadingError ? (
        <Box p="md" style={{ borderBlockStart: "1px solid var(--line)" }}>
          <LoadFailed failure={preview.error} onRetry={() => void preview.refetch()} />
        </Box>
      ) : (
        <>
          <dl className={classes.envelope}>
            <dt>{t("campaigns.see.from")}</dt>
            <dd>
              {previewData
                ? previewData.fromEmail
                  ? `${previewData.fromName} <${previewData.fromEmail}>`
                  : t("campaigns.see.nobody")
                : " "}
            </dd>
            <dt>{t("campaigns.see.to")}</dt>
            <dd>{previewData ? previewData.email || t("campaigns.see.noContact") : " "}</dd>
            <dt>{t("terms.subject")}</dt>
            <dd dir="auto">
              <b>{previewData ? previewData.subject || t("campaigns.see.noSubject") : " "}</b>
              {preheader ? <span> {preheader}</span> : null}
            </dd>
          </dl>
          <div className={classes.desk} data-scheme={scheme}>
            {previewData && form === "text" ? (
              <textarea
                className={classes.text}
                data-width={width}
                readOnly
                dir="auto"
                aria-label={t("campaigns.see.text")}
                value={previewData.text}
              />
            ) : previewData ? (
              <iframe
                key={scheme}
                className={classes.frame}
                data-width={width}
                title={t("campaigns.see.frame")}
                src={`${previewData.htmlUrl}?scheme=${scheme}`}
                sandbox="allow-popups allow-popups-to-escape-sandbox"
                referrerPolicy="no-referrer"
                style={{ colorScheme: scheme }}
              />
            ) : (
              <div className={classes.frame} data-width={width} aria-hidden="true" />
            )}
          </div>
        </>
      )}
    </Box>
  );
}
