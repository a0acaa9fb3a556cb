import { Button, Text } from "@mantine/core";
import { useCallbackRef } from "@mantine/hooks";
import { IconArrowUp } from "@tabler/icons-react";
import {
  lazy,
  type MouseEvent,
  type RefObject,
  Suspense,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from "react";
import { useCan } from "@/features/session/public";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { EmptyState } from "@/ui/components/empty-state";
import { LoadFailed } from "@/ui/components/load-failed";
import { DataTable } from "@/ui/table/data-table";
import type { ListView } from "@/ui/table/list-view";
import { EventsIllustration } from "../components/events-illustration";
import type { EventPage, TrxEvent } from "../shapes";
import { eventColumns } from "./event-columns";
import type { EventsAddress } from "./event-window";
import classes from "./events.module.css";
import { countNewerEvents, PAGE_SIZE, type useNewestEvents, useOlderEvents } from "./events-data";
import { isRejection, type OpenEvent, toOpenEvent } from "./open-event";
import { findValue } from "./search-terms";
import { useRowKeys } from "./use-row-keys";

const QuarantineActions = lazy(async () => ({ default: (await import("./quarantine-actions")).QuarantineActions }));
const RejectionSheet = lazy(async () => ({ default: (await import("./rejection-sheet")).RejectionSheet }));
const MessageSheet = lazy(async () => ({ default: (await import("../message/message-sheet")).MessageSheet }));

interface Props {
  readonly address: EventsAddress;
  readonly newest: ReturnType<typeof useNewestEvents>;
  readonly isPaused: boolean;
  readonly view: ListView;
  /** Number of events in the period, if known. */
  readonly total: number | undefined;
  /** The event open in the side sheet. */
  readonly openEvent: OpenEvent | undefined;
  readonly onOpenEvent: (openEvent: OpenEvent | undefined) => void;
  readonly onClear: () => void;
}

/** How long new rows stay highlighted. */
const HIGHLIGHT_MS = 1500;
const NO_SELECTION: ReadonlySet<string> = new Set();

/**
 * Live event list, newest first. It stops following while the user points at it, focuses it, pauses it, opens a sheet,
 * selects rows or scrolls back. It then counts the new events instead.
 */
export function EventList({ address, newest, isPaused, view, total, openEvent, onOpenEvent, onClear }: Props) {
  const { t } = useTranslation();
  const open = useCallbackRef((event: TrxEvent) => onOpenEvent(toOpenEvent(event)));
  const eventId = openEvent?.eventId;
  const columns = useMemo(() => eventColumns(t, { eventId, onOpenEvent: open }), [t, eventId, open]);
  const box = useRef<HTMLDivElement>(null);
  const [isAttended, setAtIt] = useState(false);
  const [isScrolledBack, setGoneBack] = useState(false);
  const [frozenPage, setHeld] = useState<EventPage>();
  useRowKeys(box);

  const canEdit = useCan()("transactional.edit");
  const areHeldMessages = canEdit && findValue(address.q, "type") === "held";
  const [selected, setSelected] = useState<ReadonlySet<string>>(NO_SELECTION);

  const isFrozen = isPaused || isAttended || isScrolledBack || openEvent !== undefined || selected.size > 0;
  const current = newest.isPlaceholderData ? undefined : newest.data;
  if (isFrozen && !frozenPage && current) setHeld(current);
  if (!isFrozen && frozenPage) setHeld(undefined);
  const shown = frozenPage ?? newest.data;
  const newCount = frozenPage && current ? countNewerEvents(frozenPage, current) : 0;
  const older = useOlderEvents(address, shown?.before ?? null, isScrolledBack);
  const rows = [...(shown?.items ?? []), ...(older.data?.pages.flatMap(({ items }) => items) ?? [])];
  const hasMore = isScrolledBack ? older.hasNextPage || older.isPending : shown?.before != null;
  const isFresh = useNewRows(shown);
  const place = rows.findIndex(({ id }) => id === eventId);
  useFocusAfterClose(box, eventId);

  const chosen = rows.filter(({ id }) => selected.has(id));

  const Shown = openEvent && isRejection(openEvent) ? RejectionSheet : MessageSheet;

  function openAdjacent(step: number): (() => void) | undefined {
    const beside = place < 0 ? undefined : rows[place + step];
    return beside && (() => onOpenEvent(toOpenEvent(beside)));
  }

  function select(ids: readonly string[], isTicked: boolean): void {
    const next = new Set(selected);
    for (const id of ids) {
      if (isTicked) next.add(id);
      else next.delete(id);
    }
    setSelected(next);
  }

  /** Makes the whole row clickable without preventing text selection. */
  function onRowClick({ target }: MouseEvent): void {
    if (!(target instanceof Element) || target.closest("a, button, label") || getSelection()?.toString()) return;
    target.closest("tbody tr")?.querySelector<HTMLElement>("[data-row]")?.click();
  }

  function showNewest(): void {
    setGoneBack(false);
    setHeld(current);
    box.current?.querySelector<HTMLElement>("[data-row]")?.focus({ preventScroll: true });
  }

  if (newest.isLoadingError) return <LoadFailed failure={newest.error} onRetry={() => void newest.refetch()} />;
  const isNarrowed = address.q !== "";
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: detects the pointer, to freeze the rows
    // biome-ignore lint/a11y/useKeyWithClickEvents: each row has a link for the keyboard
    <div
      ref={box}
      className={classes.list}
      onClick={onRowClick}
      onPointerEnter={({ pointerType }) => setAtIt(pointerType === "mouse")}
      onPointerLeave={() => setAtIt(box.current?.contains(document.activeElement) ?? false)}
      onFocus={() => setAtIt(true)}
      onBlur={({ relatedTarget, currentTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setAtIt(currentTarget.matches(":hover"));
      }}
    >
      <div className={classes.news} role="status">
        {newCount > 0 ? (
          <Button variant="filled" onClick={showNewest}>
            <IconArrowUp size={14} stroke={1.9} aria-hidden="true" />{" "}
            {t("transactional.events.news", {
              count: newCount,
              total: newCount >= PAGE_SIZE ? `${formatInteger(newCount)}+` : formatInteger(newCount),
            })}
          </Button>
        ) : null}
      </div>
      <DataTable<TrxEvent>
        label={t("words.events")}
        columns={columns}
        hidden={view.hidden}
        isDense={view.isDense}
        rows={rows}
        rowId={({ id }) => id}
        rowName={({ recipient, type }) => `${t(`transactional.types.${type}`)} ${recipient}`}
        status={newest.isPending ? "loading" : "ready"}
        isStale={newest.isPlaceholderData}
        isFresh={({ id }) => isFresh(id)}
        {...(areHeldMessages ? { selection: { isSelected: (id: string) => selected.has(id), onSelect: select } } : {})}
        empty={
          <EmptyState
            drawing={<EventsIllustration />}
            title={t(isNarrowed ? "transactional.events.noMatch" : "terms.noEventsYet")}
            text={t(isNarrowed ? "transactional.events.noMatchHelp" : "transactional.events.emptyText")}
            action={isNarrowed ? <Button onClick={onClear}>{t("terms.clearSearch")}</Button> : undefined}
          />
        }
      />
      {older.isError ? <LoadFailed failure={older.error} onRetry={() => void older.fetchNextPage()} /> : null}
      {rows.length > 0 ? (
        <Text size="sm" mt="md" c="dimmed" ta="center">
          {hasMore && !older.isError ? (
            <Button
              loading={isScrolledBack && older.isFetching}
              onClick={() => {
                if (isScrolledBack) void older.fetchNextPage();
                else setGoneBack(true);
              }}
            >
              {t("transactional.events.older")}
            </Button>
          ) : (
            t("transactional.events.allShown")
          )}
        </Text>
      ) : null}
      <Suspense fallback={null}>
        {chosen.length > 0 ? (
          <QuarantineActions
            messageIds={[...new Set(chosen.map(({ messageId }) => messageId))]}
            onClear={() => setSelected(NO_SELECTION)}
          />
        ) : null}
        {openEvent ? (
          <Shown
            openEvent={openEvent}
            place={place < 0 ? undefined : { number: place + 1, total }}
            onPrevious={openAdjacent(-1)}
            onNext={openAdjacent(1)}
            onClose={() => onOpenEvent(undefined)}
          />
        ) : null}
      </Suspense>
    </div>
  );
}

/** Returns focus to the last opened row when the sheet closes. */
function useFocusAfterClose(box: RefObject<HTMLElement | null>, eventId: string | undefined): void {
  const last = useRef<string>(undefined);
  useEffect(() => {
    if (eventId) {
      last.current = eventId;
      return;
    }
    if (!last.current) return;
    box.current?.querySelector<HTMLElement>(`[data-row="${last.current}"]`)?.focus({ preventScroll: true });
    last.current = undefined;
  }, [box, eventId]);
}

/** Returns whether a row is new since the previous page, for a short time. */
function useNewRows(shown: EventPage | undefined): (id: string) => boolean {
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const previousIds = useRef<ReadonlySet<string>>(undefined);
  const openEvent = useEffectEvent((page: EventPage) => {
    const ids = new Set(page.items.map(({ id }) => id));
    const before = previousIds.current;
    previousIds.current = ids;
    if (before) setFresh(new Set([...ids].filter((id) => !before.has(id))));
  });
  useEffect(() => {
    if (shown) openEvent(shown);
  }, [shown]);
  useEffect(() => {
    if (fresh.size === 0) return;
    const timer = setTimeout(() => setFresh(new Set()), HIGHLIGHT_MS);
    return () => clearTimeout(timer);
  }, [fresh]);
  return (id) => fresh.has(id);
}
