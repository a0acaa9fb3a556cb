import { Button } from "@mantine/core";
import { Link, useNavigate } from "react-router";
import { useTranslation } from "@/lib/i18n/translation";
import { PageHead } from "@/ui/components/page-head";
import { useConfigCrumbs } from "../components/crumbs";
import { DomainForm } from "../domain-form";

/** Form of a new domain, then its first key. */
export function AddDomainPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const crumbs = useConfigCrumbs("domain");
  return (
    <>
      <PageHead title={t("terms.addDomain")} state={t("transactional.config.domain.addState")} crumbs={crumbs} />
      <DomainForm
        onDone={({ domainId }) => void navigate(`/domain/${domainId}`, { replace: true })}
        beside={
          <Button component={Link} to="/domain">
            {t("ui.cancel")}
          </Button>
        }
      />
    </>
  );
}
