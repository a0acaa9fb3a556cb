import "@/ui/theme/overlay-styles";
import { Drawer } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import classes from "./shell.module.css";

interface Props {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The sidebar on phones. */
export function PhoneDrawer({ isOpen, onClose, children }: Props) {
  const { t } = useTranslation();
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      position="left"
      size={280}
      withCloseButton={false}
      title={t("shell.menu")}
      classNames={{ body: classes.drawerBody ?? "", header: classes.drawerHead ?? "" }}
    >
      {children}
    </Drawer>
  );
}
