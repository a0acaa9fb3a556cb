import { Button } from "@mantine/core";
import { Link, useNavigate } from "react-router";
import { useTranslation } from "@/lib/i18n/translation";
import { PageHead } from "@/ui/components/page-head";
import { useConfigCrumbs } from "../components/crumbs";
import { SubaccountForm } from "../components/subaccount-form";
import { useCreateSubaccount } from "../subaccounts-data";

export function CreateSubaccountPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const create = useCreateSubaccount();
  const crumbs = useConfigCrumbs("subaccount");
  return (
    <>
      <PageHead
        title={t("terms.createSubaccount")}
        state={t("transactional.config.subaccount.addState")}
        crumbs={crumbs}
      />
      <SubaccountForm
        saveLabel={t("transactional.config.subaccount.add")}
        save={create}
        onSave={(input) =>
          create.mutate(input, { onSuccess: ({ id }) => void navigate(`/subaccount/${id}`, { replace: true }) })
        }
        cancel={
          <Button component={Link} to="/subaccount">
            {t("ui.cancel")}
          </Button>
        }
      />
    </>
  );
}
