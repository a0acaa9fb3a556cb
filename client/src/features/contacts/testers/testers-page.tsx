import { useMemo } from "react";
import { useCan } from "@/features/session/public";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { NamedRecords, type RecordColumn } from "../components/named-records";
import { TesterDialog } from "./tester-dialog";
import { type Tester, useDeleteTester, useTesters } from "./testers-data";

/** Recipients of campaign tests. */
export function TestersPage() {
  const { t } = useTranslation();
  const testers = useTesters();
  const remove = useDeleteTester();
  const columns = useMemo<readonly RecordColumn<Tester>[]>(
    () => [
      { id: "email", header: t("words.emailAddress"), cell: ({ email }) => <bdi>{email}</bdi> },
      {
        id: "name",
        header: t("words.name"),
        cell: ({ firstname, lastname }) => <bdi>{`${firstname} ${lastname}`.trim() || "–"}</bdi>,
      },
    ],
    [t],
  );
  return (
    <NamedRecords<Tester>
      words={{
        table: t("words.testers"),
        create: t("testers.add"),
        emptyTitle: t("testers.emptyTitle"),
        emptyText: t("testers.emptyText"),
        remove: ({ email }) => t("testers.remove", { email }),
        removeTitle: ({ email }) => t("testers.removeTitle", { email }),
        removeHelp: () => t("testers.removeHelp"),
        removeConfirm: t("testers.removeConfirm"),
        removed: ({ email }) => t("suppressions.removed", { email }),
      }}
      stateOf={({ length }) => [t("testers.total", { count: length, total: formatInteger(length) })]}
      records={testers}
      columns={columns}
      canEdit={useCan()("contact.create")}
      dialog={(_, close) => <TesterDialog onClose={close} />}
      removal={{ ...remove, run: ({ id }, options) => remove.mutate({ params: { path: { tester_id: id } } }, options) }}
    />
  );
}
