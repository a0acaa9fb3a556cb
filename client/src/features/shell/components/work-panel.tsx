import { Box, Popover } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import "@mantine/core/styles/Popover.layer.css";
import type { BackgroundWork } from "@/lib/background-work";
import classes from "./work-menu.module.css";

interface Props {
  readonly works: readonly BackgroundWork[];
  readonly chip: ReactElement;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The open menu: each task with its progress. A link in it closes it. */
export function WorkPanel({ works, chip, isOpen, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Popover opened={isOpen} onChange={(opens) => (opens ? undefined : onClose())} position="bottom-end" trapFocus>
      <Popover.Target>{chip}</Popover.Target>
      <Popover.Dropdown aria-label={t("shell.work")}>
        <Box
          w="min(360px, calc(100vw - 48px))"
          onClick={(event) => {
            if ((event.target as HTMLElement).closest("a")) onClose();
          }}
        >
          {works.map(({ id, panel }) => (
            <div key={id} className={classes.work}>
              {panel}
            </div>
          ))}
        </Box>
      </Popover.Dropdown>
    </Popover>
  );
}
