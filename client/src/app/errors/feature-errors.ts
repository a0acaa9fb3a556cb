import { documentsErrors } from "@/builder/collab/errors/errors";
import { accountErrors } from "@/features/account/errors/errors";
import { campaignsErrors } from "@/features/campaigns/errors/errors";
import { contactsErrors } from "@/features/contacts/errors/errors";
import { deliveryErrors } from "@/features/delivery/errors/errors";
import { reportsErrors } from "@/features/reports/errors/errors";
import { segmentsErrors } from "@/features/segments/errors/errors";
import { sendersErrors } from "@/features/senders/errors/errors";
import { supportErrors } from "@/features/support/errors/errors";
import { transactionalErrors } from "@/features/transactional/errors/errors";
import type { ErrorContribution } from "@/lib/catalogue/load";
import { createTextSource, type Texts } from "@/lib/i18n/i18n";
import { reservedErrors } from "./reserved";

/** Separate from the texts of screens: error texts load together, with the first error or with the shell. */
const FILES = import.meta.glob<Texts>("../../**/errors/texts/*.json", { import: "default" });
const FOLDERS = [...new Set(Object.keys(FILES).map((path) => path.replace(/\/texts\/\w+\.json$/, "")))];

/** Error definitions and texts of every area. */
export const FEATURE_ERRORS: ErrorContribution = {
  areas: [
    contactsErrors,
    segmentsErrors,
    campaignsErrors,
    deliveryErrors,
    reportsErrors,
    sendersErrors,
    transactionalErrors,
    supportErrors,
    accountErrors,
    documentsErrors,
    reservedErrors,
  ],
  texts: Object.fromEntries(FOLDERS.map((folder) => [folder, createTextSource(FILES, `${folder}/texts`)])),
};
