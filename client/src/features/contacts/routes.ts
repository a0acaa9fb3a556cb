import { IconAddressBook, IconUserPlus } from "@tabler/icons-react";
import type { RouteEntry } from "@/lib/routing";

const SHARED = { texts: ["contacts"], feature: "contactManagement" } as const;

export const contactsRoutes: readonly RouteEntry[] = [
  {
    ...SHARED,
    path: "/contacts",
    name: "contacts",
    title: "contacts.title",
    permission: "contact.view",
    menu: { group: "audience", label: "contacts.title", icon: IconAddressBook, shortcut: "c" },
    load: async () => ({ Page: (await import("./pages/contacts-page")).ContactsPage }),
  },
  {
    ...SHARED,
    path: "/contacts/new",
    name: "contact-new",
    title: "contacts.add",
    permission: "contact.create",
    menu: { group: "audience", label: "contacts.add", icon: IconUserPlus },
    load: async () => ({ Page: (await import("./pages/new-contact-page")).NewContactPage }),
  },
  {
    ...SHARED,
    path: "/contacts/labels",
    name: "contact-labels",
    title: "contacts.labels",
    permission: "contact.view",
    load: async () => ({ Page: (await import("./pages/labels-page")).LabelsPage }),
  },
  {
    ...SHARED,
    path: "/contacts/fields",
    name: "contact-fields",
    title: "contacts.customFields",
    permission: "contact.view",
    load: async () => ({ Page: (await import("./pages/fields-page")).FieldsPage }),
  },
  {
    ...SHARED,
    path: "/contacts/import",
    name: "contact-import",
    title: "contacts.import",
    permission: "contact.import",
    load: async () => ({ Page: (await import("./pages/import-page")).ImportPage }),
  },
  {
    ...SHARED,
    path: "/contacts/imports",
    name: "contact-imports",
    title: "contacts.importHistory",
    permission: "contact.import",
    load: async () => ({ Page: (await import("./pages/imports-page")).ImportsPage }),
  },
  {
    ...SHARED,
    path: "/contacts/:id",
    name: "contact",
    title: "contacts.contact",
    permission: "contact.view",
    load: async () => ({ Page: (await import("./pages/contact-page")).ContactPage }),
  },
];
