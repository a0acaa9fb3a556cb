import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { PageHead } from "@/ui/components/page-head";
import { ContactsTabs } from "./contacts-tabs";

interface Props {
  readonly state: readonly ReactNode[];
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** Head and tabs that every part of the Contact Book stands under. */
export function ContactsFrame({ state, actions, children }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <PageHead
        title={t("contacts.title")}
        state={state}
        crumbs={[{ label: t("contacts.audience") }, { label: t("contacts.title") }]}
        actions={actions}
        tabs={<ContactsTabs />}
      />
      {children}
    </>
  );
}
