import { IconPlus, IconUpload } from "@tabler/icons-react";
import { lazy, Suspense, useMemo } from "react";
import { useSearchParams } from "react-router";
import { useLabels } from "@/features/lookups/public";
import { useCan } from "@/features/session/public";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { PlainButton } from "@/ui/components/plain-button";
import { ListOptions } from "@/ui/table/list-options";
import { buildContactColumns } from "../columns";
import { ContactsFrame } from "../components/contacts-frame";
import { IconLabel } from "../components/icon-label";
import { ListToolbar } from "../components/list-toolbar";
import { PagedContacts } from "../components/paged-contacts";
import { useContactCounts } from "../contacts-data";
import { useFields } from "../fields-data";
import { useImport } from "../import/imports-data";
import { isNarrowed } from "../list-query";
import { useColumnsView } from "../use-columns-view";
import { useListState } from "../use-list-state";
import { useWaitsForView } from "../use-waits-for-view";

const ViewMenu = lazy(async () => (await import("../parts")).loadViewMenu());
const DefaultView = lazy(async () => (await import("../parts")).loadDefaultView());
const SegmentFilterNotice = lazy(async () => (await import("../parts")).loadSegmentFilterNotice());
const EndlessContacts = lazy(async () => ({
  default: (await import("../components/endless-contacts")).EndlessContacts,
}));
const ContactPeek = lazy(async () => (await import("../parts")).loadContactPeek());
const ContactsEmpty = lazy(async () => ({ default: (await import("../components/contacts-empty")).ContactsEmpty }));
const FilterChips = lazy(async () => ({ default: (await import("../components/filter-chips")).FilterChips }));

export function ContactsPage() {
  const { t } = useTranslation();
  const can = useCan();
  const { data: fields = NO_FIELDS } = useFields();
  const { data: labels = [] } = useLabels();
  const { data: standing } = useContactCounts();
  const running = useImport();
  const columns = useMemo(() => buildContactColumns(t, fields), [t, fields]);
  const viewId = useSearchParams()[0].get("view") ?? undefined;
  const { view, change: setView, showOfView } = useColumnsView(columns, viewId);
  const { query, change, peekedId, peek } = useListState(view.size);
  const isWaiting = useWaitsForView();
  // The list's own empty state then explains how to start.
  const isBare = standing?.count === 0 && !isNarrowed(query);

  const { from } = query;
  const lookedAt = { columns, onChange: change, onHidden: showOfView };

  const state = standing
    ? [
        t("contacts.total", { count: standing.count, total: formatInteger(standing.count) }),
        ...(standing.limit < 0 ? [] : [t("contacts.ofLimit", { limit: formatInteger(standing.limit) })]),
        ...(running?.state === "RUNNING" ? [t("contacts.addedSoFar", { total: formatInteger(running.added) })] : []),
      ]
    : [t("contacts.loading")];

  const list = {
    query,
    view,
    columns,
    isWaiting,
    onQuery: change,
    onPeek: peek,
    empty: (
      <Suspense fallback={null}>
        <ContactsEmpty query={query} onChange={change} />
      </Suspense>
    ),
    toolbar: (matching: string | undefined) => (
      <>
        <ListToolbar
          views={
            <Suspense fallback={null}>
              <ViewMenu {...lookedAt} query={query} hidden={view.hidden} />
            </Suspense>
          }
          query={query}
          onChange={change}
          matching={matching && isNarrowed(query) ? t("contacts.match", { total: matching }) : undefined}
          options={<ListOptions columns={columns} view={view} onChange={setView} hasEndless />}
        />
        {isNarrowed(query) ? (
          <Suspense fallback={<div style={{ blockSize: 28, marginBlockEnd: 12 }} />}>
            <FilterChips query={query} labels={labels} onChange={change} />
          </Suspense>
        ) : null}
      </>
    ),
  };

  return (
    <ContactsFrame
      state={state}
      actions={
        isBare ? undefined : (
          <>
            {can("contact.import") ? (
              <PlainButton to="/contacts/import">
                <IconLabel icon={IconUpload}>{t("contacts.importShort")}</IconLabel>
              </PlainButton>
            ) : null}
            {can("contact.create") ? (
              <PlainButton kind="primary" to="/contacts/new">
                <IconLabel icon={IconPlus}>{t("contacts.add")}</IconLabel>
              </PlainButton>
            ) : null}
          </>
        )
      }
    >
      <Suspense fallback={null}>
        <DefaultView {...lookedAt} />
        {from ? <SegmentFilterNotice query={{ ...query, from }} /> : null}
      </Suspense>
      {view.isEndless ? (
        <Suspense fallback={null}>
          <EndlessContacts {...list} />
        </Suspense>
      ) : (
        <PagedContacts
          {...list}
          onSize={(size) => {
            setView({ size });
            change({ size });
          }}
        />
      )}
      <Suspense fallback={null}>
        {peekedId === undefined ? null : <ContactPeek contactId={peekedId} onClose={() => peek(undefined)} />}
      </Suspense>
    </ContactsFrame>
  );
}

const NO_FIELDS: readonly never[] = [];
