import { Button } from "@mantine/core";
import { IconKey, IconTrash } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { DomainState } from "@/features/senders/public";
import { useCan } from "@/features/session/public";
import { throwIfMissingBeforeFirstData } from "@/lib/api/missing";
import { useTranslation } from "@/lib/i18n/translation";
import { PageBody } from "@/ui/components/page-body";
import { PageHead } from "@/ui/components/page-head";
import { useConfigCrumbs } from "../components/crumbs";
import { KeyRows } from "../components/key-rows";
import { PageState } from "../components/page-state";
import { DomainRecords } from "../domain-records";
import { useRemoveTrxDomain, useTrxDomain } from "../domains-data";
import type { TrxDomain } from "../shapes";

const RemoveDialog = lazy(async () => ({ default: (await import("../components/remove-dialog")).RemoveDialog }));

/** One domain with its DNS records and the API keys that can send from it. */
export function TrxDomainPage() {
  const { t } = useTranslation();
  const domainId = useParams().id ?? "";
  const query = throwIfMissingBeforeFirstData(useTrxDomain(domainId));
  const crumbs = useConfigCrumbs("domain");
  const domain = query.data;
  return (
    <>
      <PageHead
        title={domain?.name ?? t("transactional.config.domain.title")}
        state={
          domain ? (
            <DomainState state={domain.state} />
          ) : query.isLoadingError ? undefined : (
            t("transactional.config.domain.loading")
          )
        }
        crumbs={crumbs}
        actions={domain ? <Actions domain={domain} /> : undefined}
      />
      <PageState query={query} label={t("transactional.config.domain.loading")}>
        {(found) => (
          <PageBody>
            <KeyRows
              title={t("transactional.config.domain.keys")}
              filter={{ domainId: found.domainId }}
              none={t("transactional.config.domain.noKeys")}
            />
            <DomainRecords domain={found} />
          </PageBody>
        )}
      </PageState>
    </>
  );
}

function Actions({ domain }: { readonly domain: TrxDomain }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const can = useCan();
  const [isRemoving, setRemoving] = useState(false);
  const remove = useRemoveTrxDomain();
  return (
    <>
      {can("transactional.keys") ? (
        <>
          <Button
            leftSection={<IconTrash size={16} stroke={1.7} aria-hidden="true" />}
            onClick={() => {
              remove.reset();
              setRemoving(true);
            }}
          >
            {t("words.delete")}
          </Button>
          <Button
            component={Link}
            to={`/apikey/generate?domain=${domain.domainId}`}
            leftSection={<IconKey size={16} stroke={1.7} aria-hidden="true" />}
          >
            {t("transactional.config.apikey.add")}
          </Button>
        </>
      ) : null}
      <Suspense fallback={null}>
        {isRemoving ? (
          <RemoveDialog
            title={t("transactional.config.domain.deleteTitle", { name: domain.name })}
            confirmLabel={t("words.delete")}
            help={t("transactional.config.domain.deleteHelp", { count: domain.keys })}
            remove={remove}
            onConfirm={() =>
              remove.mutate(domain.domainId, { onSuccess: () => void navigate("/domain", { replace: true }) })
            }
            onClose={() => setRemoving(false)}
          />
        ) : null}
      </Suspense>
    </>
  );
}
