import { Button, Flex, Stack } from "@mantine/core";
import { Link, useNavigate } from "react-router";
import { useTranslation } from "@/lib/i18n/translation";
import { PageHead } from "@/ui/components/page-head";
import { useConfigCrumbs } from "../components/crumbs";
import { WebhookForm } from "../components/webhook-form";
import { SecretOnce } from "../secret-once";
import { useCreateWebhook } from "../webhooks-data";

/** Form of a new endpoint, then its secret. */
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
        <Stack gap={20} maw={640}>
          <SecretOnce
            label={t("transactional.config.webhook.secret")}
            secret={made.secret}
            help={t("transactional.config.webhook.secretHelp")}
            next={`/webhook/${made.id}`}
          />
          <Flex gap="xs" wrap="wrap" mt={4}>
            <Button variant="filled" component={Link} to={`/webhook/${made.id}`}>
              {t("transactional.config.webhook.goOn")}
            </Button>
          </Flex>
        </Stack>
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
