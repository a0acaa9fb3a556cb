import "@/ui/theme/overlay-styles";
import { Box, Drawer, Flex, Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { useReturnFocus } from "../use-return-focus";
import { CloseButton } from "./close-button";
import classes from "./side-sheet.module.css";

interface Props {
  readonly title: string;
  /** Text beside the title, such as "7 of 41,902". */
  readonly aside?: ReactNode;
  /** Buttons in the head, before the close button. */
  readonly controls?: ReactNode;
  readonly foot?: ReactNode;
  readonly width?: "normal" | "wide";
  /** A dialog covers the sheet and handles Escape and clicks outside. */
  readonly isCovered?: boolean;
  /** Navigates to the list: the sheet has its own address. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

const WIDTHS = { normal: 428, wide: 556 } as const;

/** Details over a list. The sheet is a route, so that its address can be shared. */
export function SideSheet({
  title,
  aside,
  controls,
  foot,
  width = "normal",
  isCovered = false,
  onClose,
  children,
}: Props) {
  const { t } = useTranslation();
  useReturnFocus();
  return (
    <Drawer.Root
      opened
      onClose={onClose}
      closeOnEscape={!isCovered}
      closeOnClickOutside={!isCovered}
      size={WIDTHS[width]}
      position="right"
      // As in the theme, whose default does not apply to the parts of a drawer.
      lockScroll={false}
      classNames={{ content: classes.sheet ?? "" }}
    >
      <Drawer.Overlay className={classes.overlay ?? ""} />
      <Drawer.Content aria-label={title}>
        <div className={classes.head}>
          <Drawer.Title className={classes.title ?? ""}>{title}</Drawer.Title>
          {aside ? (
            <Text span size="sm" c="dimmed" className="figures" style={{ whiteSpace: "nowrap" }}>
              {aside}
            </Text>
          ) : null}
          <Flex gap={4} ms="auto">
            {controls}
            <CloseButton label={t("ui.close")} onClick={onClose} />
          </Flex>
        </div>
        <Box py="md" px={20} flex="1" mih={0} style={{ overflow: "auto" }}>
          {children}
        </Box>
        {foot ? (
          <Group
            component="footer"
            gap="xs"
            wrap="nowrap"
            py="sm"
            px={20}
            flex="none"
            style={{ borderBlockStart: "1px solid var(--line)" }}
          >
            {foot}
          </Group>
        ) : null}
      </Drawer.Content>
    </Drawer.Root>
  );
}
