import { IconCheck, IconCopy, IconDownload } from "@tabler/icons-react";
import { useTranslation } from "@/lib/i18n/translation";
import { saveFile } from "@/lib/save-file";
import { useCopy } from "@/ui/use-copy";
import { toCsv } from "../charts/series";
import { IconButton } from "../components/icon-button";

interface Props {
  readonly head: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
  /** Name of the downloaded file, without its extension. */
  readonly fileName: string;
}

/** Marks the file as UTF-8 for spreadsheets. */
const BYTE_ORDER_MARK = "\uFEFF";
const ICON = { size: 16, stroke: 1.7, "aria-hidden": true } as const;
/** Copies a table as CSV or downloads it as a file. */
export function TableTools({ head, rows, fileName }: Props) {
  const { t } = useTranslation();
  const { copy, wasCopied } = useCopy();

  return (
    <>
      <IconButton size="row" label={t(wasCopied ? "ui.copied" : "ui.copyCsv")} onClick={() => copy(toCsv(head, rows))}>
        {wasCopied ? <IconCheck {...ICON} /> : <IconCopy {...ICON} />}
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
