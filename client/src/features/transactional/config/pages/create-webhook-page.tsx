import { Button } from "@mantine/core";
import { Link, useNavigate } from "react-router";
import { useTranslation } from "@/lib/i18n/translation";
import { PageHead } from "@/ui/components/page-head";
import classes from "../parts/config.module.css";
import { useConfigCrumbs } from "../parts/crumbs";
import { WebhookForm } from "../parts/webhook-form";
import { SecretOnce } from "../secret-once";
import { useCreateWebhook } from "../webhooks-data";

/** A new endpoint; once it is there, its secret. */
export function CreateWebhookPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const create = useCreateWebhook();
  const crumbs = useConfigCrumbs("webhook");
  const made = create.data;
  return (
    <>
      <PageHead
        title={made ? t("transactional.config.webhook.made") : t("terms.createWebhook")}
        state={made ? made.url : undefined}
        crumbs={crumbs}
      />
      {made ? (
        <div className={classes.form}>
          <SecretOnce
            label={t("transactional.config.webhook.secret")}
            secret={made.secret}
            help={t("transactional.config.webhook.secretHelp")}
            next={`/webhook/${made.id}`}
          />
          <div className={classes.formActions}>
            <Button variant="filled" component={Link} to={`/webhook/${made.id}`}>
              {t("transactional.config.webhook.goOn")}
            </Button>
          </div>
        </div>
      ) : (
        <WebhookForm
          saveLabel={t("transactional.config.webhook.add")}
          save={create}
          onSave={(input) => create.mutate(input)}
          onCancel={() => void navigate("/webhook")}
        />
      )}
    </>
  );
}
