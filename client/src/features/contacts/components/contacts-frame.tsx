import type { ReactNode } from "react";
import { useLabels } from "@/features/lookups/public";
import { useCan } from "@/features/session/public";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { PageHead } from "@/ui/components/page-head";
import { type Tab, Tabs } from "@/ui/components/tabs";
import { useFields } from "../fields-data";

interface Props {
  /** The screen's menu entry; the Contact Book when absent. */
  readonly area?: "segments" | "suppressions" | "files";
  /** Status line of the head; undefined while unknown. */
  readonly state: readonly ReactNode[] | undefined;
  /** Whether the status failed to load, so that no skeleton is shown. */
  readonly isFailed?: boolean;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** Head and tabs of the contact lists. */
export function ContactsFrame({ area, state, isFailed = false, actions, children }: Props) {
  const { t } = useTranslation();
  const title = t(area ? `contacts.${area}` : "contacts.title");
  return (
    <>
      <PageHead
        title={title}
        state={state ?? (isFailed ? [] : [t("contacts.loading")])}
        crumbs={[{ label: t("contacts.audience") }, { label: title }]}
        actions={actions}
        tabs={area === "files" ? <FileTabs /> : area ? undefined : <BookTabs />}
      />
      {children}
    </>
  );
}

function BookTabs() {
  const { t } = useTranslation();
  const labels = useLabels().data?.length;
  const fields = useFields().data?.length;
  const tabs: readonly Tab[] = [
    { to: "/contacts", label: t("contacts.tabContacts"), isExact: true },
    { to: "/contacts/labels", label: t("contacts.labels"), count: labels && formatInteger(labels) },
    { to: "/contacts/fields", label: t("contacts.customFields"), count: fields && formatInteger(fields) },
    { to: "/contacts/funnel", label: t("contacts.funnel") },
    { to: "/contacts/subscribers", label: t("contacts.subscribers") },
    { to: "/contacts/hygiene", label: t("contacts.hygiene") },
    { to: "/contacts/testers", label: t("contacts.testers") },
  ];
  return <Tabs label={t("contacts.title")} tabs={tabs} />;
}

function FileTabs() {
  const { t } = useTranslation();
  const can = useCan();
  const tabs: readonly Tab[] = [
    ...(can("contact.import") ? [{ to: "/contacts/imports", label: t("contacts.importHistory") }] : []),
    ...(can("contact.export") ? [{ to: "/contacts/exports", label: t("contacts.exports") }] : []),
  ];
  return <Tabs label={t("contacts.files")} tabs={tabs} />;
}
