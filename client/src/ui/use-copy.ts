import { useClipboard } from "@mantine/hooks";
import { useEffect, useEffectEvent } from "react";
import { type TextKey, useTranslation } from "@/lib/i18n/translation";
import { toast } from "./toasts";

interface Options {
  /** Message where the browser denies access, or has no clipboard because the page is not on HTTPS. */
  readonly refusal?: TextKey;
  readonly onCopied?: (() => void) | undefined;
}

/** Copies text to the clipboard; `wasCopied` stays true for two seconds. */
export function useCopy({ refusal = "ui.notCopied", onCopied }: Options = {}) {
  const { t } = useTranslation();
  const { copy, copied, error } = useClipboard({ timeout: 2000 });
  const whenRefused = useEffectEvent(() => toast("warning", t(refusal)));
  const whenCopied = useEffectEvent(() => onCopied?.());
  useEffect(() => {
    if (error) whenRefused();
  }, [error]);
  useEffect(() => {
    if (copied) whenCopied();
  }, [copied]);
  return { copy, wasCopied: copied };
}
