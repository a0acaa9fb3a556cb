import { useEffect } from "react";
import type * as Y from "yjs";
import { useTranslation } from "@/lib/i18n/translation";
import { toast } from "@/ui/toasts";
import { NEARLY_FULL_SHARE, SizeMeter } from "./size-meter";

interface Options {
  readonly doc: Y.Doc;
  readonly maxBytes: number;
  /** Stable over renders. */
  readonly isVisible: (id: string) => boolean;
  readonly isViewed: boolean;
}

/** Warns once when the document becomes nearly full, and once when it is full. */
export function useSizeNotice({ doc, maxBytes, isVisible, isViewed }: Options): void {
  const { t } = useTranslation();
  useEffect(() => {
    if (isViewed) return;
    let warned: "nearlyFull" | "full" | undefined;
    return new SizeMeter({ doc, maxBytes, isVisible }).listen((share) => {
      const now = share >= 1 ? "full" : share >= NEARLY_FULL_SHARE ? "nearlyFull" : undefined;
      const isWorse = now === "full" ? warned !== "full" : now !== undefined && warned === undefined;
      warned = now;
      if (!now || !isWorse) return;
      const key = now === "full" ? "collab.size.full" : "collab.size.nearlyFull";
      toast("warning", t(key, { percent: Math.floor(share * 100) }), { id: key });
    });
  }, [doc, maxBytes, isVisible, isViewed, t]);
}
