import { flushSync } from "react-dom";
import { useNavigate } from "react-router";
import { useTranslation } from "@/lib/i18n/translation";
import { PageHead } from "@/ui/components/page-head";
import { toast } from "@/ui/toasts";
import { ContactForm } from "../components/contact-form";
import classes from "../components/contact-page.module.css";
import { EMPTY_DRAFT } from "../contact-draft";
import { useCreateContact } from "../contacts-data";

/** A new contact; its own page follows once it exists. */
export function NewContactPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const create = useCreateContact();
  return (
    <>
      <PageHead
        title={t("contacts.add")}
        state={t("contacts.addState")}
        crumbs={[{ label: t("contacts.audience") }, { label: t("contacts.title"), to: "/contacts" }]}
      />
      <div className={classes.narrow}>
        <ContactForm
          base={EMPTY_DRAFT}
          saveLabel={t("contacts.createContact")}
          failure={create.error}
          isSaving={create.isPending}
          onSave={({ email, ...rest }, saved) =>
            create.mutate(
              { ...rest, email: email ?? "" },
              {
                onSuccess: ({ contactId }) => {
                  // What was typed must be forgotten before the page is left, or leaving would ask about it.
                  flushSync(saved);
                  toast("success", t("contacts.created"));
                  void navigate(`/contacts/${contactId}`, { replace: true });
                },
              },
            )
          }
        />
      </div>
    </>
  );
}
