import { useEffect, useRef } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { dismissToast, toast } from "@/ui/toasts";
import type { AbDraft } from "./rules";
import type { AbComposer } from "./use-ab-composer";

/** Toast to undo the last change to a variant, while the composer is open. */
export function useVariantUndo({ id, readDraft }: AbComposer) {
  const { t } = useTranslation();
  const toastId = useRef<string>(undefined);
  const toastCount = useRef(0);

  function dismissUndo(): void {
    if (toastId.current) dismissToast(toastId.current);
    toastId.current = undefined;
  }

  /** Replaces the previous toast, whose variant position might now belong to another variant. */
  function showUndo(message: string, undo: (draft: AbDraft) => void): void {
    dismissUndo();
    toastCount.current += 1;
    toastId.current = `variant-undo:${id}:${toastCount.current}`;
    toast("info", message, {
      id: toastId.current,
      action: { label: t("words.undo"), run: () => undo(readDraft()) },
    });
  }

  useEffect(
    () => () => {
      if (toastId.current) dismissToast(toastId.current);
    },
    [],
  );

  return { showUndo, dismissUndo };
}
