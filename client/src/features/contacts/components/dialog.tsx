import { Modal } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { useOpenModal } from "@/ui/open-modals";
import "@mantine/core/styles/ModalBase.layer.css";
import "@mantine/core/styles/Modal.layer.css";
import "@mantine/core/styles/Overlay.layer.css";
import classes from "./dialog.module.css";

interface Props {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A short form over the page; what is typed in it is let go when it is closed. */
export function Dialog({ title, onClose, children }: Props) {
  const { t } = useTranslation();
  useOpenModal(onClose);
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={440}
      closeButtonProps={{ "aria-label": t("ui.close") }}
      classNames={{ title: classes.title ?? "", content: classes.content ?? "", header: classes.header ?? "" }}
    >
      {children}
    </Modal>
  );
}
