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
   * What closes the dialog.
   *
   * - "outside": a click outside, Escape and the button in its head.
   * - "explicit": Escape and the button in its head.
   * - "escape": Escape and the buttons inside.
   * - "none": only the buttons inside.
   */
  readonly dismissal?: "outside" | "explicit" | "escape" | "none";
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A modal for a short form or question. */
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
