import { IconCheck, IconCopy, IconDownload } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { saveFile } from "@/lib/save-file";
import { toCsv } from "../charts/series";
import { IconButton } from "../components/icon-button";
import { toast } from "../toasts";

interface Props {
  readonly head: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
  /** Of the downloaded file, without its ending. */
  readonly fileName: string;
}

/** By it a spreadsheet knows that the file is UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF";
const ICON = { size: 16, stroke: 1.7, "aria-hidden": true } as const;
const TOLD_MS = 2000;

/** Takes what a table shows along: as CSV on the clipboard, or as a file. */
export function TableTools({ head, rows, fileName }: Props) {
  const { t } = useTranslation();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), TOLD_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(toCsv(head, rows));
      setCopied(true);
    } catch {
      // Without HTTPS there is no clipboard, and a browser may refuse it: the file is the other way.
      toast("warning", t("ui.notCopied"));
    }
  }

  return (
    <>
      <IconButton size="row" label={t(isCopied ? "ui.copied" : "ui.copyCsv")} onClick={() => void copy()}>
        {isCopied ? <IconCheck {...ICON} /> : <IconCopy {...ICON} />}
      </IconButton>
      <IconButton
        size="row"
        label={t("ui.download")}
        onClick={() =>
          saveFile(new Blob([BYTE_ORDER_MARK, toCsv(head, rows)], { type: "text/csv" }), `${fileName}.csv`)
        }
      >
        <IconDownload {...ICON} />
      </IconButton>
    </>
  );
}
