import "@/ui/theme/overlay-styles";
import { Modal } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { useOpenModal } from "../open-modals";

interface Props {
  readonly title: string;
  /** Width in pixels. */
  readonly size?: number;
  /** What closes it: also a click outside, only Escape and its buttons, or only buttons inside it. */
  readonly dismissal?: "outside" | "explicit" | "none";
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
      withCloseButton={dismissal !== "none"}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      {children}
    </Modal>
  );
}
