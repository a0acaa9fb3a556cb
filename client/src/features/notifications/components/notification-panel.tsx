import { Popover, Stack } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { ReactElement } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import "@mantine/core/styles/Popover.layer.css";
import { NARROW_QUERY } from "@/lib/constants";
import { SideSheet } from "@/ui/components/side-sheet";
import { NotificationCenter } from "./notification-center";
import classes from "./notification-panel.module.css";

interface Props {
  readonly trigger: ReactElement;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly unread: number;
}

/** The open list: below the bell, or as a sheet on phones, which are too narrow. Loaded by NotificationBell. */
export function NotificationPanel({ trigger, isOpen, onOpenChange, unread }: Props) {
  const { t } = useTranslation();
  const isPhone = useMediaQuery(NARROW_QUERY, false, { getInitialValueInEffect: false });
  const close = () => onOpenChange(false);
  const center = <NotificationCenter unread={unread} onClose={close} isTitled={!isPhone} />;
  if (isPhone) {
    return (
      <>
        {trigger}
        {isOpen ? (
          <SideSheet title={t("ui.notifications")} onClose={close}>
            <Stack gap={0} my={-16} mx={-20}>
              {center}
            </Stack>
          </SideSheet>
        ) : null}
      </>
    );
  }
  return (
    <Popover
      opened={isOpen}
      onChange={onOpenChange}
      position="bottom-end"
      offset={6}
      width={400}
      trapFocus
      returnFocus
      withRoles={false}
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>{trigger}</Popover.Target>
      <Popover.Dropdown className={classes.panel ?? ""} role="dialog" aria-label={t("ui.notifications")}>
        {center}
      </Popover.Dropdown>
    </Popover>
  );
}
