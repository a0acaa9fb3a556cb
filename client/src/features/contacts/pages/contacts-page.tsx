import { IconPlus, IconUpload } from "@tabler/icons-react";
import { lazy, Suspense, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { integer } from "@/lib/filters";
import { EmptyState } from "@/ui/components/empty-state";
import { PlainButton } from "@/ui/components/plain-button";
import { ListOptions } from "@/ui/table/list-options";
import { contactColumns } from "../columns";
import { ContactList } from "../components/contact-list";
import { ContactsDrawing } from "../components/contacts-drawing";
import { ContactsFrame } from "../components/contacts-frame";
import { FilterChips } from "../components/filter-chips";
import { IconWords } from "../components/icon-words";
import { ListToolbar } from "../components/list-toolbar";
import { useStanding } from "../contacts-data";
import { useFields } from "../fields-data";
import { useImport } from "../imports-data";
import { useLabels } from "../labels-data";
import { isNarrowed } from "../list-query";
import { useColumnsView } from "../use-columns-view";
import { useListState } from "../use-list-state";
import { useMay } from "../use-may";

const ContactPeek = lazy(async () => ({ default: (await import("../components/contact-peek")).ContactPeek }));

/** The Contact Book. */
export function ContactsPage() {
  const { t } = useTranslation();
  const may = useMay();
  const { data: fields = NO_FIELDS } = useFields();
  const { data: labels = [] } = useLabels();
  const { data: standing } = useStanding();
  const running = useImport();
  const columns = useMemo(() => contactColumns(t, fields), [t, fields]);
  const [view, setView] = useColumnsView(columns);
  const { query, change, peekedId, peek } = useListState(view.size);

  const state = standing
    ? [
        t("contacts.total", { count: standing.count, total: integer(standing.count) }),
        ...(standing.limit < 0 ? [] : [t("contacts.ofLimit", { limit: integer(standing.limit) })]),
        ...(running?.state === "RUNNING" ? [t("contacts.addedSoFar", { total: integer(running.added) })] : []),
      ]
    : [t("contacts.loading")];

  const addButton = (
    <PlainButton kind="primary" to="/contacts/new">
      <IconWords icon={IconPlus}>{t("contacts.add")}</IconWords>
    </PlainButton>
  );
  const importButton = (kind: "default" | "primary") => (
    <PlainButton kind={kind} to="/contacts/import">
      <IconWords icon={IconUpload}>{t("contacts.importShort")}</IconWords>
    </PlainButton>
  );

  const empty = isNarrowed(query) ? (
    <EmptyState
      drawing={<ContactsDrawing />}
      title={t("contacts.noMatch")}
      text={query.match === "prefix" && query.search ? t("contacts.noMatchPrefix") : t("contacts.noMatchHelp")}
      action={
        query.match === "prefix" && query.search ? (
          <PlainButton onClick={() => change({ match: "contains" })}>{t("contacts.searchInside")}</PlainButton>
        ) : (
          <PlainButton onClick={() => change({ search: "", match: "prefix", labels: [], state: undefined })}>
            {t("contacts.clearFilters")}
          </PlainButton>
        )
      }
    />
  ) : (
    <EmptyState
      drawing={<ContactsDrawing />}
      title={t("contacts.emptyTitle")}
      text={t("contacts.emptyText")}
      action={may("import") ? importButton("primary") : may("create") ? addButton : undefined}
      after={may("import") && may("create") ? <Link to="/contacts/new">{t("contacts.emptyOr")}</Link> : undefined}
    />
  );

  return (
    <ContactsFrame
      state={state}
      actions={
        <>
          {may("import") ? importButton("default") : null}
          {may("create") ? addButton : null}
        </>
      }
    >
      <ContactList
        query={query}
        view={view}
        columns={columns}
        onQuery={change}
        onSize={(size) => {
          setView({ size });
          change({ size });
        }}
        onPeek={peek}
        empty={empty}
        toolbar={(matching) => (
          <>
            <ListToolbar
              query={query}
              onChange={change}
              matching={matching && isNarrowed(query) ? t("contacts.match", { total: matching }) : undefined}
              options={<ListOptions columns={columns} view={view} onChange={setView} hasEndless />}
            />
            <FilterChips query={query} labels={labels} onChange={change} />
          </>
        )}
      />
      <Suspense fallback={null}>
        {peekedId === undefined ? null : <ContactPeek contactId={peekedId} onClose={() => peek(undefined)} />}
      </Suspense>
    </ContactsFrame>
  );
}

const NO_FIELDS: readonly never[] = [];
