import { Button } from "@mantine/core";
import { IconDownload, IconUpload } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { DEFAULT_PAGE_SIZE } from "@/lib/constants";
import { integer } from "@/lib/filters";
import { EmptyState } from "@/ui/components/empty-state";
import { LoadFailed } from "@/ui/components/load-failed";
import { PlainButton } from "@/ui/components/plain-button";
import { RelativeTime } from "@/ui/components/relative-time";
import { StatusDot, type StatusKind } from "@/ui/components/status-dot";
import { Pager } from "@/ui/table/pager";
import { ContactsDrawing } from "../components/contacts-drawing";
import { ContactsFrame } from "../components/contacts-frame";
import { IconWords } from "../components/icon-words";
import { ImportProgress } from "../components/import-progress";
import wizard from "../components/import-wizard.module.css";
import classes from "../components/plain-table.module.css";
import { ConfirmationWords } from "../import/components/confirmation-line";
import { UndoActions, UndoWords } from "../import/components/undo-actions";
import { UndoProgress } from "../import/components/undo-progress";
import { usePace } from "../import/use-pace";
import { useImportHistory } from "../import/wizard-data";
import type { ImportState } from "../import-machine";
import { isAtWork, useImport } from "../imports-data";
import { readListQuery, writeListQuery } from "../list-query";
import { useErrorFile } from "../use-downloads";

const KINDS: Readonly<Record<ImportState, StatusKind>> = {
  PREPARED: "off",
  RUNNING: "live",
  DONE: "ok",
  FAILED: "bad",
  UNDOING: "live",
  UNDONE: "off",
};

/** Every import of the team, the running one above the rest. */
export function ImportsPage() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const { page, size } = readListQuery(params, DEFAULT_PAGE_SIZE);
  const { data, error, refetch } = useImportHistory(page, size);
  const retry = () => void refetch();
  const running = useImport();
  const pace = usePace(running);
  const errors = useErrorFile();
  const importButton = (
    <PlainButton kind="primary" to="/contacts/import">
      <IconWords icon={IconUpload}>{t("contacts.import")}</IconWords>
    </PlainButton>
  );

  return (
    <ContactsFrame
      state={[
        data ? t("contacts.importTotal", { count: data.total, total: integer(data.total) }) : t("contacts.loading"),
      ]}
      actions={importButton}
    >
      {running?.state === "RUNNING" ? (
        <section className={`${wizard.card} ${classes.running}`} aria-label={t("contacts.inProgress")}>
          <ImportProgress status={running} pace={pace} />
        </section>
      ) : null}
      {running?.state === "UNDOING" ? (
        <section className={`${wizard.card} ${classes.running}`} aria-label={t("contacts.inProgress")}>
          <UndoProgress status={running} pace={pace} />
        </section>
      ) : null}
      {error ? <LoadFailed failure={error} onRetry={retry} /> : null}
      {data?.items.length === 0 ? (
        <EmptyState
          drawing={<ContactsDrawing />}
          title={t("contacts.importsEmptyTitle")}
          text={t("contacts.importsEmptyText")}
          action={importButton}
        />
      ) : null}
      {data && data.items.length > 0 ? (
        <>
          <div className={classes.card}>
            <table className={classes.table} aria-label={t("contacts.importHistory")}>
              <thead>
                <tr>
                  <th scope="col">{t("contacts.file")}</th>
                  <th scope="col">{t("contacts.importStateHead")}</th>
                  <th scope="col" className={classes.number}>
                    {t("contacts.added")}
                  </th>
                  <th scope="col" className={classes.number}>
                    {t("contacts.updated")}
                  </th>
                  <th scope="col" className={classes.number}>
                    {t("contacts.setAside")}
                  </th>
                  <th scope="col">{t("contacts.by")}</th>
                  <th scope="col">{t("contacts.when")}</th>
                  <th aria-hidden="true" />
                </tr>
              </thead>
              <tbody>
                {data.items.map((item) => (
                  <tr key={item.importId}>
                    <th scope="row">{item.file}</th>
                    <td data-label={t("contacts.importStateHead")}>
                      <div>
                        <StatusDot kind={KINDS[item.state]}>{t(`contacts.importStates.${item.state}`)}</StatusDot>
                        <UndoWords item={item} />
                        <ConfirmationWords item={item} />
                      </div>
                    </td>
                    <td className={classes.number} data-label={t("contacts.added")}>
                      {integer(item.added)}
                    </td>
                    <td className={classes.number} data-label={t("contacts.updated")}>
                      {integer(item.updated)}
                    </td>
                    <td className={classes.number} data-label={t("contacts.setAside")}>
                      {integer(item.failed)}
                    </td>
                    <td className={classes.quiet} data-label={t("contacts.by")}>
                      <bdi>{item.fullname}</bdi>
                    </td>
                    <td className={classes.quiet} data-label={t("contacts.when")}>
                      <RelativeTime at={item.createdAt} />
                    </td>
                    <td className={classes.actions}>
                      <UndoActions item={item} isBlocked={isAtWork(running)} />
                      {item.failed > 0 ? (
                        <Button
                          size="xs"
                          variant="subtle"
                          leftSection={<IconDownload size={14} stroke={1.9} aria-hidden="true" />}
                          loading={errors.isPending && errors.variables.importId === item.importId}
                          onClick={() => errors.mutate(item)}
                        >
                          {t("contacts.asideShort")}
                        </Button>
                      ) : null}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <div className={classes.pager}>
            <Pager
              page={page}
              size={size}
              total={data.total}
              totalIsExact
              onPage={(next) => setParams((old) => writeListQuery(old, { page: next }))}
              onSize={(next) => setParams((old) => writeListQuery(old, { size: next }))}
            />
          </div>
        </>
      ) : null}
    </ContactsFrame>
  );
}
