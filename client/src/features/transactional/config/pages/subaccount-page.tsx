import { Button } from "@mantine/core";
import { IconKey, IconPencil, IconTrash } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { useCan } from "@/features/session/public";
import { throwIfMissingBeforeFirstData } from "@/lib/api/missing";
import { formatDateTime } from "@/lib/dates";
import { useTranslation } from "@/lib/i18n/translation";
import { Card } from "@/ui/components/card";
import { DescriptionList } from "@/ui/components/description-list";
import { PageBody } from "@/ui/components/page-body";
import { PageHead } from "@/ui/components/page-head";
import { StatusDot } from "@/ui/components/status-dot";
import { SwitchRow } from "@/ui/components/switch-row";
import { toastFailure } from "@/ui/toast-failure";
import { useConfigCrumbs } from "../components/crumbs";
import { KeyRows } from "../components/key-rows";
import { PageState } from "../components/page-state";
import { SubaccountForm } from "../components/subaccount-form";
import { Usage } from "../components/usage";
import type { Subaccount } from "../shapes";
import { useRemoveSubaccount, useSaveSubaccount, useSubaccount } from "../subaccounts-data";

const RemoveDialog = lazy(async () => ({ default: (await import("../components/remove-dialog")).RemoveDialog }));

/** One subaccount with its usage, limit and keys. */
export function SubaccountPage() {
  const { t } = useTranslation();
  const id = useParams().id ?? "";
  const query = throwIfMissingBeforeFirstData(useSubaccount(id));
  const subaccount = query.data;
  const crumbs = useConfigCrumbs("subaccount");
  const [isEditing, setEditing] = useState(false);
  return (
    <>
      <PageHead
        title={subaccount?.name ?? t("transactional.config.subaccount.title")}
        state={
          subaccount ? (
            <StatusDot kind={subaccount.active ? "ok" : "off"}>
              {t(`transactional.config.subaccount.${subaccount.active ? "active" : "inactive"}`)}
            </StatusDot>
          ) : query.isLoadingError ? undefined : (
            t("transactional.config.subaccount.loading")
          )
        }
        crumbs={crumbs}
        actions={
          subaccount && !isEditing ? <Actions subaccount={subaccount} onEdit={() => setEditing(true)} /> : undefined
        }
      />
      <PageState query={query} label={t("transactional.config.subaccount.loading")}>
        {(found) =>
          isEditing ? (
            <Edit subaccount={found} onDone={() => setEditing(false)} />
          ) : (
            <PageBody>
              <SubaccountFacts subaccount={found} />
              <KeyRows
                title={t("transactional.config.subaccount.keys")}
                filter={{ subaccountId: found.id }}
                none={t("transactional.config.subaccount.noKeys")}
              />
            </PageBody>
          )
        }
      </PageState>
    </>
  );
}

function Actions({ subaccount, onEdit }: { readonly subaccount: Subaccount; readonly onEdit: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const can = useCan();
  const [isRemoving, setRemoving] = useState(false);
  const remove = useRemoveSubaccount();
  const icon = { size: 16, stroke: 1.7, "aria-hidden": true } as const;
  return (
    <>
      {can("transactional.edit") ? (
        <>
          <Button
            leftSection={<IconTrash {...icon} />}
            onClick={() => {
              remove.reset();
              setRemoving(true);
            }}
          >
            {t("words.delete")}
          </Button>
          <Button leftSection={<IconPencil {...icon} />} onClick={onEdit}>
            {t("terms.edit")}
          </Button>
        </>
      ) : null}
      {can("transactional.keys") ? (
        <Button
          component={Link}
          to={`/apikey/generate?subaccount=${subaccount.id}`}
          variant="filled"
          leftSection={<IconKey {...icon} />}
        >
          {t("transactional.config.apikey.add")}
        </Button>
      ) : null}
      <Suspense fallback={null}>
        {isRemoving ? (
          <RemoveDialog
            title={t("transactional.config.subaccount.deleteTitle", { name: subaccount.name })}
            confirmLabel={t("words.delete")}
            help={t("transactional.config.subaccount.deleteHelp", { count: subaccount.keys })}
            remove={remove}
            onConfirm={() =>
              remove.mutate(subaccount, { onSuccess: () => void navigate("/subaccount", { replace: true }) })
            }
            onClose={() => setRemoving(false)}
          />
        ) : null}
      </Suspense>
    </>
  );
}

function SubaccountFacts({ subaccount }: { readonly subaccount: Subaccount }) {
  const { t } = useTranslation();
  const canEdit = useCan()("transactional.edit");
  const save = useSaveSubaccount(subaccount.id);
  const { name, email, monthlyLimit } = subaccount;
  return (
    <>
      <Card>
        <DescriptionList>
          <dt>{t("transactional.config.subaccount.thisMonth")}</dt>
          <dd>
            <Usage subaccount={subaccount} />
          </dd>
          {email ? (
            <>
              <dt>{t("transactional.config.subaccount.email")}</dt>
              <dd>{email}</dd>
            </>
          ) : null}
          <dt>{t("terms.created")}</dt>
          <dd>{formatDateTime(subaccount.createdAt)}</dd>
        </DescriptionList>
      </Card>
      {canEdit ? (
        <Card isFlush>
          <SwitchRow
            label={t("transactional.config.subaccount.active")}
            isOn={save.isPending ? save.variables.active : subaccount.active}
            onChange={(active) =>
              save.mutate({ name, email, monthlyLimit, active }, { onError: (failure) => toastFailure(failure, t) })
            }
          >
            {t("transactional.config.subaccount.activeHelp")}
          </SwitchRow>
        </Card>
      ) : null}
    </>
  );
}

function Edit({ subaccount, onDone }: { readonly subaccount: Subaccount; readonly onDone: () => void }) {
  const { t } = useTranslation();
  const save = useSaveSubaccount(subaccount.id);
  return (
    <SubaccountForm
      initial={subaccount}
      saveLabel={t("terms.saveChanges")}
      save={save}
      onSave={(input) => save.mutate({ ...input, active: subaccount.active }, { onSuccess: onDone })}
      cancel={<Button onClick={onDone}>{t("ui.cancel")}</Button>}
    />
  );
}
