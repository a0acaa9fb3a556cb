import { Box, Flex, Stack, Text } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from "@tabler/icons-react";
import { Link } from "react-router";
import { toTextKey, useTranslation } from "@/lib/i18n/translation";
import { getLetter } from "../ab/rules";
import type { CampaignRef } from "../campaigns-data";
import { fixPath } from "../composer-paths";
import { describeFinding } from "../finding-text";
import type { CampaignFinding } from "../review-data";
import classes from "./review.module.css";

interface Props {
  readonly campaign: CampaignRef;
  readonly finding: CampaignFinding;
  /** Whether the user can edit the campaign. */
  readonly canFix: boolean;
}

const ICONS = { blocking: IconCircleX, warning: IconAlertTriangle, fine: IconCircleCheck } as const;

/** One check result, with the affected items and a link to fix it. */
export function FindingRow({ campaign, finding, canFix }: Props) {
  const { t } = useTranslation();
  const { level, place, items, variant, node } = finding;
  const { textKey, values } = describeFinding(finding, t);
  const Icon = ICONS[level];
  const to = level !== "fine" && canFix ? fixPath(campaign, place, variant, node) : undefined;
  return (
    <Flex
      component="li"
      className={classes.finding ?? ""}
      gap="xs"
      align="flex-start"
      fz="sm"
      lh="sm"
      data-level={level}
    >
      <Icon size={16} stroke={1.9} aria-hidden="true" />
      <Box miw={0}>
        <Text inherit style={{ overflowWrap: "anywhere" }}>
          {variant === null ? null : <b>{t("campaigns.variantSays", { letter: getLetter(variant) })} </b>}
          {t(toTextKey(textKey), values)}
        </Text>
        {items.length > 0 ? (
          <Stack component="ul" gap={0} mt={2} fz="xs" lh="sm" c="var(--text2)" style={{ overflowWrap: "anywhere" }}>
            {items.map((item) => (
              <li key={item}>
                <bdi>{item}</bdi>
              </li>
            ))}
          </Stack>
        ) : null}
        {to ? <Link to={to}>{t(toTextKey(`campaigns.mend.${place}`))}</Link> : null}
      </Box>
    </Flex>
  );
}
