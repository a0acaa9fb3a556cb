import { Button, Modal } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { isFailure } from "@/lib/api/failure";
import { describeFailure } from "@/lib/describe-failure";
import { Notice } from "@/ui/components/notice";
import "@mantine/core/styles/Modal.layer.css";
import classes from "./dialog.module.css";

interface Props {
  readonly title: string;
  /** What is lost, in numbers, and that it can't be undone. */
  readonly children: ReactNode;
  readonly confirmLabel: string;
  readonly failure: unknown;
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before something goes that can't be brought back. */
export function DeleteDialog({ title, children, confirmLabel, failure, isBusy, onConfirm, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={440}
      closeOnClickOutside={!isBusy}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      <div className={classes.body}>{children}</div>
      {isFailure(failure) ? <Notice kind="bad">{describeFailure(failure, t)}</Notice> : null}
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose} data-autofocus>
          {t("ui.cancel")}
        </Button>
        <Button variant="filled" color="bad" loading={isBusy} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </div>
    </Modal>
  );
}
