import { Button, Flex, Skeleton, Stack, Text } from "@mantine/core";
import { IconLayout } from "@tabler/icons-react";
import { Link } from "react-router";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { LoadFailed } from "@/ui/components/load-failed";
import { type Campaign, editorPath } from "../campaigns-data";
import { useContentRevision, useEmailSize, usePreview } from "../composer-data";
import classes from "./built-section.module.css";
import { Section } from "./section";

const KILOBYTE = 1024;

export interface BuiltProps {
  readonly campaign: Campaign;
  /** Variant of an A/B test. */
  readonly variantId?: string | undefined;
  /** Root of the document, if it has several. */
  readonly root?: string | undefined;
}

/** Current state of an email from the email editor, with a link to the editor. */
export function BuiltSection({ campaign, variantId, root }: BuiltProps) {
  const { t } = useTranslation();
  const revision = useContentRevision(campaign);
  const preview = usePreview(campaign.id, revision, undefined, variantId);
  const size = useEmailSize(campaign, revision, variantId).data;
  const to = editorPath(campaign, { root });
  return (
    <Section id="composer-content" title={t("terms.content")}>
      <Flex gap="md" wrap="wrap">
        <Link className={classes.sheet} to={to} tabIndex={-1} aria-hidden="true">
          {preview.data ? (
            <iframe
              title={t("campaigns.see.frame")}
              src={`${preview.data.htmlUrl}?scheme=light`}
              sandbox=""
              referrerPolicy="no-referrer"
              tabIndex={-1}
              loading="lazy"
            />
          ) : preview.isLoadingError ? null : (
            <Skeleton h="100%" />
          )}
        </Link>
        <Stack gap="sm" align="flex-start" flex="1 1 200px">
          <Text size="sm" lh="md" c="var(--text2)">
            {t("campaigns.built.text")}
          </Text>
          <Button
            component={Link}
            to={to}
            variant="filled"
            leftSection={<IconLayout size={16} stroke={1.7} aria-hidden="true" />}
          >
            {t("campaigns.built.open")}
          </Button>
          {size ? (
            <Text size="xs" c={size.bytes > size.limit ? "var(--bad)" : "dimmed"}>
              {t("campaigns.built.size", {
                kilobytes: formatInteger(Math.ceil(size.bytes / KILOBYTE)),
                limit: formatInteger(size.limit / KILOBYTE),
              })}
            </Text>
          ) : null}
          {preview.isLoadingError ? (
            <LoadFailed failure={preview.error} onRetry={() => void preview.refetch()} />
          ) : null}
        </Stack>
      </Flex>
    </Section>
  );
}
