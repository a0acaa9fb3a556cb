import { ActionIcon, Button } from "@mantine/core";
import { IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { type ReactNode, Suspense, useState } from "react";
import { ConfirmDialog } from "@/ui/components/confirm-dialog";
import { EmptyState } from "@/ui/components/empty-state";
import { FailureNotice } from "@/ui/components/failure-notice";
import { LoadFailed } from "@/ui/components/load-failed";
import { RecordTable } from "@/ui/table/record-table";
import { toast } from "@/ui/toasts";
import { ContactsFrame } from "./contacts-frame";
import { ContactsIllustration } from "./contacts-illustration";
import { IconLabel } from "./icon-label";

interface NamedRecord {
  readonly id: number;
  readonly name: string;
}

export interface RecordColumn<Row> {
  readonly id: string;
  readonly header: string;
  readonly look?: "number" | "quiet";
  readonly cell: (row: Row) => ReactNode;
}

interface RecordTexts<Row> {
  readonly table: string;
  readonly create: string;
  readonly emptyTitle: string;
  readonly emptyText: string;
  /** Absent where records can only be created and removed. */
  readonly change?: (row: Row) => string;
  readonly remove: (row: Row) => string;
  readonly removeTitle: (row: Row) => string;
  readonly removeHelp: (row: Row) => string;
  readonly removeConfirm: string;
  readonly removed: (row: Row) => string;
}

interface Props<Row extends NamedRecord> {
  readonly words: RecordTexts<Row>;
  /** Status line of the head once the rows are loaded. */
  readonly stateOf: (rows: readonly Row[]) => readonly string[];
  readonly records: {
    readonly data: readonly Row[] | undefined;
    readonly error: unknown;
    readonly refetch: () => unknown;
  };
  /** The first one names the row. */
  readonly columns: readonly RecordColumn<Row>[];
  readonly canEdit: boolean;
  /** Content after the empty state. */
  readonly emptyAfter?: ReactNode;
  /** The dialog that creates a record or edits the given one. */
  readonly dialog: (row: Row | undefined, close: () => void) => ReactNode;
  readonly removal: {
    readonly isPending: boolean;
    readonly error: unknown;
    readonly reset: () => void;
    readonly run: (row: Row, options: { onSuccess: () => void }) => void;
  };
}

type Open<Row> = { readonly kind: "new" } | { readonly kind: "change" | "delete"; readonly row: Row } | undefined;

/** A short list of named records in the Contact Book, with dialogs to create, edit and delete them. */
export function NamedRecords<Row extends NamedRecord>(props: Props<Row>) {
  const { words, stateOf, records, columns, canEdit, emptyAfter, dialog, removal } = props;
  const [open, setOpen] = useState<Open<Row>>();
  const rows = records.data;
  const createButton = canEdit ? (
    <Button variant="filled" onClick={() => setOpen({ kind: "new" })}>
      <IconLabel icon={IconPlus}>{words.create}</IconLabel>
    </Button>
  ) : undefined;

  function close(): void {
    removal.reset();
    setOpen(undefined);
  }

  function remove(row: Row): void {
    removal.run(row, {
      onSuccess: () => {
        toast("success", words.removed(row));
        close();
      },
    });
  }

  return (
    <ContactsFrame
      state={rows && stateOf(rows)}
      isFailed={records.error !== null}
      actions={rows?.length ? createButton : undefined}
    >
      {records.error ? <LoadFailed failure={records.error} onRetry={() => void records.refetch()} /> : null}
      {rows?.length === 0 ? (
        <EmptyState
          drawing={<ContactsIllustration />}
          title={words.emptyTitle}
          text={words.emptyText}
          action={createButton}
          after={emptyAfter}
        />
      ) : null}
      {(rows ? rows.length > 0 : !records.error) ? (
        <RecordTable
          label={words.table}
          heads={columns.map(({ header, look }) => ({ label: header, isNumber: look === "number" }))}
          hasActions={canEdit}
        >
          {rows?.map((row) => (
            <tr key={row.id}>
              {columns.map(({ id, header, look, cell }, place) =>
                place === 0 ? (
                  <th key={id} scope="row">
                    {cell(row)}
                  </th>
                ) : (
                  <td
                    key={id}
                    data-align={look === "number" ? "end" : undefined}
                    data-quiet={look === "quiet" || undefined}
                    data-label={header}
                  >
                    {cell(row)}
                  </td>
                ),
              )}
              {canEdit ? (
                <td data-actions>
                  {words.change ? (
                    <ActionIcon
                      size="xs"
                      aria-label={words.change(row)}
                      onClick={() => setOpen({ kind: "change", row })}
                    >
                      <IconPencil size={16} stroke={1.7} />
                    </ActionIcon>
                  ) : null}
                  <ActionIcon size="xs" aria-label={words.remove(row)} onClick={() => setOpen({ kind: "delete", row })}>
                    <IconTrash size={16} stroke={1.7} />
                  </ActionIcon>
                </td>
              ) : null}
            </tr>
          ))}
        </RecordTable>
      ) : null}
      {/* The dialogs load on the first opening. */}
      <Suspense fallback={null}>
        {open?.kind === "new" ? dialog(undefined, close) : null}
        {open?.kind === "change" ? dialog(open.row, close) : null}
      </Suspense>
      {open?.kind === "delete" ? (
        <ConfirmDialog
          title={words.removeTitle(open.row)}
          confirmLabel={words.removeConfirm}
          isDangerous
          isBusy={removal.isPending}
          onCancel={close}
          onConfirm={() => remove(open.row)}
        >
          <p>{words.removeHelp(open.row)}</p>
          <FailureNotice error={removal.error} />
        </ConfirmDialog>
      ) : null}
    </ContactsFrame>
  );
}
