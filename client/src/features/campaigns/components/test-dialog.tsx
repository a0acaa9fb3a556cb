import { Button, Stack, TextInput } from "@mantine/core";
import { useMe } from "@/features/session/public";
import { isFailure } from "@/lib/api/failure";
import { useTranslation } from "@/lib/i18n/translation";
import { Dialog } from "@/ui/components/dialog";
import { FormActions } from "@/ui/components/form-actions";
import { toast } from "@/ui/toasts";
import { useForm } from "@/ui/use-form";
import type { AbTest } from "../ab/ab-data";
import type { Campaign } from "../campaigns-data";
import { useSendTest, useTesterAddresses } from "../composer-data";
import { MAX_TEST_ADDRESSES, parseAddresses, validateAddresses, withTesters } from "../test-addresses";
import { SendFailure } from "./send-failure";

interface Props {
  readonly campaign: Campaign | AbTest;
  /** Variant of an A/B test. */
  readonly variantId?: string | undefined;
  /** Contact whose fields fill the test email, as in the preview. */
  readonly contactId: number | undefined;
  readonly isSaved: boolean;
  readonly onClose: () => void;
}

/** Sends a test of the current email to the user or a few others. */
export function TestDialog({ campaign, variantId, contactId, isSaved, onClose }: Props) {
  const { t } = useTranslation();
  const own = useMe()?.user.email ?? "";
  const send = useSendTest(campaign.id, variantId);
  const form = useForm({
    initial: { emails: own },
    validate: ({ emails }) => {
      const problem = validateAddresses(parseAddresses(emails));
      return { emails: problem && t(problem, { most: MAX_TEST_ADDRESSES }) };
    },
    failure: send.error,
    onValid: ({ values }) => {
      const emails = parseAddresses(values.emails);
      send.mutate(
        { emails, contactId },
        {
          onSuccess: (queued) => {
            toast("success", t("campaigns.testSent", { count: queued, address: emails[0] }));
            onClose();
          },
        },
      );
    },
  });
  const addresses = parseAddresses(form.values.emails);
  const everyTester = useTesterAddresses();
  const testers = everyTester.filter((email) => !addresses.includes(email));

  return (
    <Dialog title={t("campaigns.sendTest")} onClose={onClose}>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack gap="md">
          {isFailure(form.failure) ? (
            <SendFailure
              campaign={campaign}
              failure={form.failure}
              variant={findVariantIndex(campaign, variantId)}
              onLeave={onClose}
            />
          ) : null}
          <TextInput
            label={t("campaigns.whoGets")}
            description={t("campaigns.testHelp", { most: MAX_TEST_ADDRESSES })}
            {...form.text("emails")}
            data-autofocus
          />
          <FormActions submitLabel={t("terms.sendTest")} isBusy={send.isPending || !isSaved} onCancel={onClose}>
            {testers.length > 0 ? (
              <Button
                variant="subtle"
                onClick={() => form.edit("emails", withTesters(addresses, everyTester).join(", "))}
              >
                {t("campaigns.testToTesters", { count: testers.length })}
              </Button>
            ) : null}
            {form.values.emails === own ? null : (
              <Button variant="subtle" onClick={() => form.edit("emails", own)}>
                {t("campaigns.testToMe")}
              </Button>
            )}
          </FormActions>
        </Stack>
      </form>
    </Dialog>
  );
}

/** Index of a variant within its test. */
function findVariantIndex(campaign: Campaign | AbTest, variantId: string | undefined): number | undefined {
  const variants = "variants" in campaign ? campaign.variants : [];
  const place = variants.findIndex((variant) => variant.variantId === variantId);
  return place < 0 ? undefined : place;
}
