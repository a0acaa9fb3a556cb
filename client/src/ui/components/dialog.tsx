import "@/ui/theme/overlay-styles";
import { Modal } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { useOpenModal } from "../open-modals";

interface Props {
  readonly title: string;
  /** Width in pixels. */
  readonly size?: number;
  /**
   * What closes it: with "outside" also a click outside it, with "explicit" Escape and the button of its head, with
   * "escape" Escape and the buttons inside it, with "none" only those.
   */
  readonly dismissal?: "outside" | "explicit" | "escape" | "none";
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A short form or question over the page. */
export function Dialog({ title, size = 440, dismissal = "outside", onClose, children }: Props) {
  const { t } = useTranslation();
  useOpenModal(onClose);
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={size}
      closeOnClickOutside={dismissal === "outside"}
      closeOnEscape={dismissal !== "none"}
      withCloseButton={dismissal === "outside" || dismissal === "explicit"}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      {children}
    </Modal>
  );
}
