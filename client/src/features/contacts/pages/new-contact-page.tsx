import { Box } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { PageHead } from "@/ui/components/page-head";
import { toast } from "@/ui/toasts";
import { useSaveContact } from "../changes-data";
import { ContactForm } from "../components/contact-form";
import { EMPTY_DRAFT, toDraft } from "../contact-draft";
import type { Contact } from "../contacts-data";

/** A new contact; its own page opens once it is saved. Text typed during the save stays here as an edit of it. */
export function NewContactPage() {
  const { t } = useTranslation();
  const [created, setCreated] = useState<Contact>();
  const save = useSaveContact(created?.contactId);
  return (
    <>
      <PageHead
        title={t("contacts.add")}
        state={t("contacts.addState")}
        crumbs={[{ label: t("contacts.audience") }, { label: t("contacts.title"), to: "/contacts" }]}
      />
      <Box maw={640}>
        <ContactForm
          base={created ? toDraft(created) : EMPTY_DRAFT}
          saveLabel={t(created ? "terms.save" : "contacts.createContact")}
          failure={save.error}
          isSaving={save.isPending}
          next={created && `/contacts/${created.contactId}`}
          onSave={(body, markSaved) =>
            save.mutate(body, {
              onSuccess: (contact) => {
                if (!created) toast("success", t("contacts.created"));
                markSaved();
                setCreated(contact);
              },
            })
          }
        />
      </Box>
    </>
  );
}
