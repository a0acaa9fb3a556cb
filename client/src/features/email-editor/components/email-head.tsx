import { Button, Group } from "@mantine/core";
import { IconEye } from "@tabler/icons-react";
import { Link } from "react-router";
import { TreeHead } from "@/builder/tree/screen/tree-head";
import type { TreeScreenState } from "@/builder/tree/screen/use-tree-screen";
import { type Campaign, CampaignState, composerPath } from "@/features/campaigns/public";
import { useTranslation } from "@/lib/i18n/translation";

interface Props {
  readonly campaign: Campaign;
  readonly screen: TreeScreenState;
  readonly onPreview: () => void;
  readonly onTest: () => void;
}

/** Header of the email editor: the campaign, and buttons to preview it, test it and choose recipients. */
export function EmailHead({ campaign, screen, onPreview, onTest }: Props) {
  const { t } = useTranslation();
  const { isViewed } = screen;
  const composer = composerPath(campaign);
  return (
    <TreeHead
      screen={screen}
      back={{ to: composer, label: t("editor.head.back") }}
      title={campaign.name}
      badge={<CampaignState status={campaign.status} look="badge" />}
    >
      <Button onClick={onPreview}>
        <Group component="span" gap={6} wrap="nowrap">
          <IconEye size={16} stroke={1.7} aria-hidden="true" />
          {t("terms.preview")}
        </Group>
      </Button>
      {isViewed ? null : (
        <>
          <Button onClick={onTest}>{t("terms.sendTest")}</Button>
          <Button component={Link} to={composer} variant="filled">
            {t("terms.chooseRecipients")}
          </Button>
        </>
      )}
    </TreeHead>
  );
}
