import { useMediaQuery } from "@mantine/hooks";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { integer } from "@/lib/filters";
import type { DataColumn } from "@/ui/table/columns";
import { DataTable } from "@/ui/table/data-table";
import type { ListView } from "@/ui/table/list-view";
import { NARROW_QUERY } from "@/ui/table/page-links";
import { Pager } from "@/ui/table/pager";
import { nameOf } from "../columns";
import { type Contact, filterOf, useContactPage } from "../contacts-data";
import type { ListQuery } from "../list-query";
import { rowActions } from "../row-actions";
import { isSelected, NOTHING, type Selection, selectedCount, setTicked } from "../selection";
import { useEndless } from "../use-endless";
import { useLiveList } from "../use-live-list";
import { useMay } from "../use-may";
import { ContactCards } from "./contact-cards";
import classes from "./contact-list.module.css";
import { LoadFailed } from "./load-failed";
import { NewsPill } from "./news-pill";
import { SelectionActions } from "./selection-actions";

const DeleteContactsDialog = lazy(async () => ({
  default: (await import("./delete-contacts-dialog")).DeleteContactsDialog,
}));
const LabelContactsDialog = lazy(async () => ({
  default: (await import("./label-contacts-dialog")).LabelContactsDialog,
}));

interface Props {
  readonly query: ListQuery;
  readonly view: ListView;
  readonly columns: readonly DataColumn<Contact>[];
  readonly onQuery: (change: Partial<ListQuery>) => void;
  readonly onSize: (size: number) => void;
  readonly onPeek: (contactId: number) => void;
  readonly empty: ReactNode;
  readonly toolbar: (matching: string | undefined) => ReactNode;
}

/** What a dialog is open for. */
type Open = { readonly kind: "label" | "delete"; readonly selection: Selection; readonly one?: Contact } | undefined;

/** Rows by name sort by the first name, which is what the server has in order. */
function toWireSort(sort: string): string {
  return sort.replace("fullname", "firstname");
}

function idsOf(selection: Selection): readonly number[] {
  return selection.kind === "ticked" ? [...selection.ids].map(Number) : [];
}

/** The contacts themselves, by page or endless, with what can be done to them. */
export function ContactList({ query, view, columns, onQuery, onSize, onPeek, empty, toolbar }: Props) {
  const { t } = useTranslation();
  const may = useMay();
  const isPhone = useMediaQuery(NARROW_QUERY, false, { getInitialValueInEffect: false });
  const page = useContactPage(query, !view.isEndless);
  const long = useEndless(query, view.isEndless);
  const source = view.isEndless ? long : page;
  const rows = view.isEndless ? long.rows : (page.data?.items ?? []);
  const total = view.isEndless ? long.total : (page.data?.total ?? 0);
  const totalIsExact = view.isEndless ? long.totalIsExact : (page.data?.totalIsExact ?? true);
  const totalWords = `${integer(total)}${totalIsExact ? "" : "+"}`;

  const [selection, setSelection] = useState<Selection>(NOTHING);
  const [open, setOpen] = useState<Open>();
  const [isUnderPointer, setUnderPointer] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const count = selectedCount(selection);
  const isHeld = isUnderPointer || hasFocus || count > 0 || view.isEndless;
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
    setSelection(NOTHING);
  }
  function one(contact: Contact): Selection {
    return { kind: "ticked", ids: new Set([String(contact.contactId)]) };
  }

  const target =
    open?.selection.kind === "matching" ? { filter: filterOf(query) } : { ids: idsOf(open?.selection ?? NOTHING) };
  const openCount = open ? selectedCount(open.selection) : 0;
  const openIsExact = open?.selection.kind !== "matching" || open.selection.totalIsExact;

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears only whether somebody is at the list
    <div
      className={classes.list}
      onPointerEnter={() => setUnderPointer(true)}
      onPointerLeave={() => setUnderPointer(false)}
      onFocus={() => setFocus(true)}
      onBlur={(event) => setFocus(event.currentTarget.contains(event.relatedTarget))}
    >
      {toolbar(source.isPending ? undefined : totalWords)}
      <NewsPill news={news} onShow={show} />
      {source.error && rows.length === 0 ? (
        <LoadFailed failure={source.error} onRetry={() => void source.refetch()} />
      ) : isBare ? (
        empty
      ) : isPhone && !view.isEndless && page.data ? (
        <ContactCards
          contacts={rows}
          isStale={page.isPlaceholderData}
          isSelected={(id) => isSelected(selection, id)}
          onSelect={onSelect}
          isFresh={isFresh}
        />
      ) : (
        <DataTable<Contact>
          key={view.isEndless ? `endless:${JSON.stringify(query)}` : "pages"}
          label={t("contacts.title")}
          columns={columns}
          hidden={view.hidden}
          rows={rows}
          {...(view.isEndless ? { endless: long.endless } : {})}
          rowId={({ contactId }) => String(contactId)}
          rowName={nameOf}
          status={source.isPending ? "loading" : "ready"}
          isStale={!view.isEndless && page.isPlaceholderData}
          sort={shownSort}
          onSort={(sort) => onQuery({ sort: toWireSort(sort) })}
          selection={{
            isSelected: (id) => isSelected(selection, id),
            onSelect,
          }}
          rowActions={(contact) =>
            rowActions(
              contact,
              {
                onPeek: () => onPeek(contact.contactId),
                onLabel: () => setOpen({ kind: "label", selection: one(contact), one: contact }),
                onDelete: () => setOpen({ kind: "delete", selection: one(contact), one: contact }),
              },
              may,
              t,
            )
          }
          isFresh={isFresh}
          isDense={view.isDense}
        />
      )}
      {!view.isEndless && !isBare && page.data ? (
        <div className={classes.foot}>
          <Pager
            page={query.page}
            size={query.size}
            total={total}
            totalIsExact={totalIsExact}
            onPage={(next) => onQuery({ page: next })}
            onSize={onSize}
          />
        </div>
      ) : null}
      <SelectionActions
        count={count}
        totalMatching={total > count ? totalWords : undefined}
        onSelectAll={() => setSelection({ kind: "matching", total, totalIsExact })}
        onClear={() => setSelection(NOTHING)}
        onLabel={() => setOpen({ kind: "label", selection })}
        onDelete={() => setOpen({ kind: "delete", selection })}
      />
      <Suspense fallback={null}>
        {open?.kind === "label" ? (
          <LabelContactsDialog
            target={target}
            count={`${integer(openCount)}${openIsExact ? "" : "+"}`}
            onDone={done}
            onClose={close}
          />
        ) : null}
        {open?.kind === "delete" ? (
          <DeleteContactsDialog
            target={target}
            total={openCount}
            totalIsExact={openIsExact}
            name={open.one ? nameOf(open.one) : undefined}
            onDone={done}
            onClose={close}
          />
        ) : null}
      </Suspense>
    </div>
  );
}
