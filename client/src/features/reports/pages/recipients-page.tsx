import { Button, NativeSelect } from "@mantine/core";
import { IconTag } from "@tabler/icons-react";
import { lazy, Suspense, useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import { useCan } from "@/features/session/public";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { EmptyState } from "@/ui/components/empty-state";
import { ListOptions } from "@/ui/table/list-options";
import { ListSearch } from "@/ui/table/list-search";
import { PagedTable } from "@/ui/table/paged-table";
import { useList } from "@/ui/table/use-list";
import { LinkFilter } from "../components/link-filter";
import { RecipientsIllustration } from "../components/recipients-illustration";
import { ReportFrame } from "../components/report-frame";
import { recipientColumns } from "../recipient-columns";
import type { ReportRef, ReportType } from "../report-ref";
import { parseRecipientState, RECIPIENT_STATES, type Recipient, useRecipients } from "../reports-data";

const LabelRecipientsDialog = lazy(async () => ({
  default: (await import("../components/label-recipients-dialog")).LabelRecipientsDialog,
}));

/** Recipients with their outcome. */
export function RecipientsPage({ type }: { readonly type: ReportType }) {
  return <ReportFrame type={type}>{(_, of) => <RecipientList of={of} />}</ReportFrame>;
}

/** Parses the link number in the URL; undefined if it is malformed. */
function parseLinkNumber(params: URLSearchParams): number | undefined {
  const number = Number(params.get("link"));
  return Number.isInteger(number) && number > 0 ? number : undefined;
}

function RecipientList({ of }: { readonly of: ReportRef }) {
  const { t } = useTranslation();
  const columns = useMemo(() => recipientColumns(t), [t]);
  const [params, setParams] = useSearchParams();
  const { address, change, view, setView } = useList("campaignRecipients", {
    defaultSort: "email",
    sorts: ["email"],
    filterName: "state",
  });
  const [isLabelling, setLabelling] = useState(false);
  const can = useCan();
  const canLabel = can("contact.edit");
  const link = parseLinkNumber(params);
  const state = parseRecipientState(address.filter);
  const page = useRecipients(of, address, link);
  const total = page.data?.total ?? 0;
  const clicked = link === undefined ? undefined : t("reports.clickedLink", { number: link });
  const inState = state || !clicked ? t(state ? `reports.states.${state}` : "reports.anyState") : undefined;
  const who = [inState, clicked].filter(Boolean).join(", ");

  function clearLink(): void {
    const next = new URLSearchParams(params);
    next.delete("link");
    next.delete("page");
    setParams(next, { preventScrollReset: true });
  }

  return (
    <>
      <ListSearch
        label={t("reports.searchRecipients")}
        value={address.search}
        onSearch={(search) => change({ search })}
        after={
          <>
            {canLabel && total > 0 && !address.search ? (
              <Button
                size="sm"
                leftSection={<IconTag size={16} stroke={1.7} aria-hidden="true" />}
                onClick={() => setLabelling(true)}
              >
                {t("reports.label.open")}
              </Button>
            ) : null}
            <ListOptions columns={columns} view={view} onChange={setView} />
          </>
        }
      >
        <NativeSelect
          size="sm"
          aria-label={t("reports.state")}
          value={state ?? ""}
          onChange={(event) => change({ filter: event.currentTarget.value || undefined })}
          data={[
            { value: "", label: t("reports.anyState") },
            ...RECIPIENT_STATES.map((value) => ({ value, label: t(`reports.states.${value}`) })),
          ]}
        />
        {link === undefined ? null : <LinkFilter of={of} number={link} onClear={clearLink} />}
      </ListSearch>
      <PagedTable<Recipient>
        label={t("reports.recipients")}
        columns={columns}
        answer={page}
        address={address}
        onChange={change}
        view={view}
        rowId={({ key }) => key}
        rowName={({ email }) => email}
        empty={
          <EmptyState
            drawing={<RecipientsIllustration />}
            title={t("reports.noRecipients")}
            text={t("reports.noRecipientsHelp", { total: formatInteger(total) })}
          />
        }
      />
      {isLabelling ? (
        <Suspense>
          <LabelRecipientsDialog
            of={of}
            state={state}
            link={link}
            audience={who}
            count={total}
            onClose={() => setLabelling(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
