import { lazy, type ReactNode, Suspense, useState } from "react";
import { useCan } from "@/features/session/public";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { LoadFailed } from "@/ui/components/load-failed";
import type { DataColumn } from "@/ui/table/columns";
import type { DataTableProps } from "@/ui/table/data-table";
import type { ListView } from "@/ui/table/list-view";
import { useAttention } from "@/ui/use-attention";
import { getDisplayName } from "../columns";
import { buildFilter, type Contact } from "../contacts-data";
import type { ListQuery } from "../list-query";
import { buildRowActions } from "../row-actions";
import { countSelected, EMPTY_SELECTION, isSelected, type Selection, setTicked } from "../selection";
import { useLiveList } from "../use-live-list";
import classes from "./contact-list.module.css";

const DeleteContactsDialog = lazy(async () => ({
  default: (await import("./delete-contacts-dialog")).DeleteContactsDialog,
}));
const ExportDialog = lazy(async () => (await import("../parts")).loadExportDialog());
const SelectionActions = lazy(async () => (await import("../parts")).loadSelectionActions());
const SubscriptionDialog = lazy(async () => (await import("../parts")).loadSubscriptionDialog());
const AddToSegmentDialog = lazy(async () => (await import("../parts")).loadAddToSegmentDialog());
const PendingUpdatesPill = lazy(async () => ({ default: (await import("./pending-updates-pill")).PendingUpdatesPill }));
const MoveToStageDialog = lazy(async () => (await import("../parts")).loadMoveToStageDialog());
const LabelContactsDialog = lazy(async () => ({
  default: (await import("./label-contacts-dialog")).LabelContactsDialog,
}));

export interface ListProps {
  readonly query: ListQuery;
  readonly view: ListView;
  readonly columns: readonly DataColumn<Contact>[];
  /** The query is not known yet. */
  readonly isWaiting: boolean;
  readonly onQuery: (change: Partial<ListQuery>) => void;
  readonly onPeek: (contactId: number) => void;
  readonly empty: ReactNode;
  readonly toolbar: (matching: string | undefined) => ReactNode;
}

/** Props of a table of contacts, independent of the source of its rows. */
type Table = DataTableProps<Contact> & Required<Pick<DataTableProps<Contact>, "selection" | "isFresh">>;

interface Props extends ListProps {
  readonly source: {
    readonly rows: readonly Contact[];
    readonly total: number;
    readonly totalIsExact: boolean;
    readonly isPending: boolean;
    readonly error: unknown;
    readonly refetch: () => Promise<unknown>;
  };
  readonly isEndless?: boolean;
  readonly table: (table: Table) => ReactNode;
  readonly foot?: ReactNode;
}

type ListAction = "label" | "stage" | "segment" | "subscribed" | "unsubscribed" | "export" | "delete";

/** The open dialog with its target. */
type Open = { readonly kind: ListAction; readonly selection: Selection; readonly one?: Contact } | undefined;

/** The server sorts by first name, so sorting by name uses it. */
function toServerSort(sort: string): string {
  return sort.replace("fullname", "firstname");
}

function getRowId({ contactId }: Contact): string {
  return String(contactId);
}

function listSelectedIds(selection: Selection): readonly number[] {
  return selection.kind === "ticked" ? [...selection.ids].map(Number) : [];
}

/** The list of contacts and the actions on them. */
export function ContactList(props: Props) {
  const { query, view, columns, onQuery, onPeek, empty, toolbar, source, isEndless = false, table, foot } = props;
  const { t } = useTranslation();
  const can = useCan();
  const { rows, total, totalIsExact } = source;
  const totalWords = `${formatInteger(total)}${totalIsExact ? "" : "+"}`;

  const [selection, setSelection] = useState<Selection>(EMPTY_SELECTION);
  const [open, setOpen] = useState<Open>();
  const { isThere, watch } = useAttention();
  const count = countSelected(selection);
  const isHeld = isThere || count > 0 || isEndless;
  const { news, show, isFresh } = useLiveList(rows, isHeld);

  const shownSort = view.hidden.includes("firstname") ? query.sort.replace("firstname", "fullname") : query.sort;
  const onScreen = rows.map(({ contactId }) => String(contactId));
  const isBare = !source.isPending && !source.error && total === 0;

  function onSelect(ids: readonly string[], isTicked: boolean): void {
    setSelection((old) => setTicked(old, ids, isTicked, onScreen));
  }
  function close(): void {
    setOpen(undefined);
  }
  function done(): void {
    setOpen(undefined);
    setSelection(EMPTY_SELECTION);
  }
  function one(contact: Contact): Selection {
    return { kind: "ticked", ids: new Set([String(contact.contactId)]) };
  }

  const target =
    open?.selection.kind === "matching"
      ? { filter: buildFilter(query) }
      : { ids: listSelectedIds(open?.selection ?? EMPTY_SELECTION) };
  const openCount = open ? countSelected(open.selection) : 0;
  const openIsExact = open?.selection.kind !== "matching" || open.selection.totalIsExact;
  const openWords = `${formatInteger(openCount)}${openIsExact ? "" : "+"}`;

  return (
    <div className={classes.list} {...watch}>
      {toolbar(source.isPending ? undefined : totalWords)}
      <Suspense fallback={null}>
        <PendingUpdatesPill news={news} onShow={show} />
      </Suspense>
      {source.error && rows.length === 0 ? (
        <LoadFailed failure={source.error} onRetry={() => void source.refetch()} />
      ) : isBare ? (
        empty
      ) : (
        table({
          label: t("contacts.title"),
          columns,
          hidden: view.hidden,
          rowId: getRowId,
          rowName: getDisplayName,
          status: source.isPending ? "loading" : "ready",
          sort: shownSort,
          onSort: (sort) => onQuery({ sort: toServerSort(sort) }),
          selection: { isSelected: (id) => isSelected(selection, id), onSelect },
          rowActions: (contact) =>
            buildRowActions(
              contact,
              {
                onPeek: () => onPeek(contact.contactId),
                onLabel: () => setOpen({ kind: "label", selection: one(contact), one: contact }),
                onDelete: () => setOpen({ kind: "delete", selection: one(contact), one: contact }),
              },
              can,
              t,
            ),
          isFresh,
          isDense: view.isDense,
        })
      )}
      {isBare ? null : foot}
      <Suspense fallback={null}>
        {count > 0 ? (
          <SelectionActions
            count={count}
            totalMatching={total > count ? totalWords : undefined}
            onSelectAll={() => setSelection({ kind: "matching", total, totalIsExact })}
            onClear={() => setSelection(EMPTY_SELECTION)}
            onLabel={() => setOpen({ kind: "label", selection })}
            onStage={() => setOpen({ kind: "stage", selection })}
            onSegment={() => setOpen({ kind: "segment", selection })}
            onSubscribe={() => setOpen({ kind: "subscribed", selection })}
            onUnsubscribe={() => setOpen({ kind: "unsubscribed", selection })}
            onExport={() => setOpen({ kind: "export", selection })}
            onDelete={() => setOpen({ kind: "delete", selection })}
          />
        ) : null}
      </Suspense>
      <Suspense fallback={null}>
        {open?.kind === "label" ? (
          <LabelContactsDialog target={target} count={openWords} onDone={done} onClose={close} />
        ) : null}
        {open?.kind === "segment" ? (
          <AddToSegmentDialog target={target} count={openWords} onDone={done} onClose={close} />
        ) : null}
        {open?.kind === "subscribed" || open?.kind === "unsubscribed" ? (
          <SubscriptionDialog to={open.kind} target={target} count={openWords} onDone={done} onClose={close} />
        ) : null}
        {open?.kind === "stage" ? (
          <MoveToStageDialog target={target} count={openWords} onDone={done} onClose={close} />
        ) : null}
        {open?.kind === "export" ? (
          <ExportDialog target={target} count={openWords} onDone={done} onClose={close} />
        ) : null}
        {open?.kind === "delete" ? (
          <DeleteContactsDialog
            target={target}
            total={openCount}
            totalIsExact={openIsExact}
            name={open.one ? getDisplayName(open.one) : undefined}
            onDone={done}
            onClose={close}
          />
        ) : null}
      </Suspense>
    </div>
  );
}
