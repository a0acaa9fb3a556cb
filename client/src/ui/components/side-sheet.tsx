import "@/ui/theme/overlay-styles";
import { Box, Drawer, Flex, Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { useFocusBack } from "../use-focus-back";
import { CloseButton } from "./close-button";
import classes from "./side-sheet.module.css";

interface Props {
  readonly title: string;
  /** Beside the title, such as "7 of 41,902". */
  readonly aside?: ReactNode;
  /** Buttons of the head, before the closing one. */
  readonly controls?: ReactNode;
  readonly foot?: ReactNode;
  readonly width?: "normal" | "wide";
  /** A question stands over it: Escape and a click beside it are the question's. */
  readonly isCovered?: boolean;
  /** Goes back to the address of the list: the sheet has one of its own. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

const WIDTHS = { normal: 428, wide: 556 } as const;

/** A quick look over a list. It is a route of its own, so that its address can be sent to someone. */
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
  useFocusBack();
  return (
    <Drawer.Root
      opened
      onClose={onClose}
      closeOnEscape={!isCovered}
      closeOnClickOutside={!isCovered}
      size={WIDTHS[width]}
      position="right"
      // As in the theme, whose default the parts of a drawer don't take.
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
