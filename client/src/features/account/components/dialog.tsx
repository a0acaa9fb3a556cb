import "@/ui/theme/overlay-styles";
import { Modal } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { useOpenModal } from "@/ui/open-modals";

interface Props {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A few short steps over the page. */
export function Dialog({ title, onClose, children }: Props) {
  const { t } = useTranslation();
  useOpenModal(onClose);
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={480}
      closeOnClickOutside={false}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      {children}
    </Modal>
  );
}
