import { Button } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useParams } from "react-router";
import { useCan } from "@/features/session/public";
import { throwIfMissingBeforeFirstData } from "@/lib/api/missing";
import { useTranslation } from "@/lib/i18n/translation";
import { Card } from "@/ui/components/card";
import { Columns } from "@/ui/components/columns";
import { LoadFailed } from "@/ui/components/load-failed";
import { PageHead } from "@/ui/components/page-head";
import { StatusDot } from "@/ui/components/status-dot";
import { Editor } from "../templates/editor";
import { useTemplate } from "../templates/templates-data";

const NameDialog = lazy(async () => ({ default: (await import("../templates/name-dialog")).NameDialog }));

/** One template with all its versions. */
export function TemplatePage() {
  const { t } = useTranslation();
  const canEdit = useCan()("transactional.edit");
  const template = throwIfMissingBeforeFirstData(useTemplate(useParams().id ?? ""));
  const [isNaming, setNaming] = useState(false);
  const { data } = template;
  return (
    <>
      <PageHead
        title={data?.name ?? t("terms.template")}
        crumbs={[
          { label: t("shell.groups.transactional") },
          { label: t("words.templates"), to: "/trx-templates" },
          { label: t("terms.template") },
        ]}
        state={
          data
            ? [
                <StatusDot key="state" kind={data.version === null ? "off" : "ok"}>
                  {data.version === null
                    ? t("transactional.templates.unpublished")
                    : t("transactional.templates.number", { number: data.version })}
                </StatusDot>,
                <code key="slug" className="mono">
                  {data.slug}
                </code>,
              ]
            : template.isLoadingError
              ? undefined
              : t("words.loading")
        }
        actions={
          data && canEdit ? (
            <Button
              leftSection={<IconPencil size={16} stroke={1.7} aria-hidden="true" />}
              onClick={() => setNaming(true)}
            >
              {t("terms.rename")}
            </Button>
          ) : undefined
        }
      />
      {template.isLoadingError ? (
        <LoadFailed failure={template.error} onRetry={() => void template.refetch()} />
      ) : data ? (
        <Editor key={data.id} template={data} />
      ) : (
        <Columns count={2} minWidth={380} aria-hidden="true">
          {[0, 1].map((each) => (
            <Card key={each} isFlush height={560} />
          ))}
        </Columns>
      )}
      <Suspense fallback={null}>
        {isNaming && data ? (
          <NameDialog template={data} onClose={() => setNaming(false)} onDone={() => setNaming(false)} />
        ) : null}
      </Suspense>
    </>
  );
}
