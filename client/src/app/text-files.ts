/** Names every file of texts, so that the keys of texts are types. A new folder with texts adds one line. */
declare module "@/lib/i18n/translation" {
  interface TextFiles {
    "app/gates": typeof import("./gates/texts/en.json");
    "app/errors": typeof import("./errors/texts/en.json");
    app: typeof import("./texts/en.json");
    "builder/collab/errors": typeof import("../builder/collab/errors/texts/en.json");
    "builder/collab": typeof import("../builder/collab/texts/en.json");
    "builder/inspector": typeof import("../builder/inspector/texts/en.json");
    "builder/tree": typeof import("../builder/tree/texts/en.json");
    "features/account/errors": typeof import("../features/account/errors/texts/en.json");
    "features/account": typeof import("../features/account/texts/en.json");
    "features/activity": typeof import("../features/activity/texts/en.json");
    "features/advice": typeof import("../features/advice/texts/en.json");
    "features/campaigns/ab": typeof import("../features/campaigns/ab/texts/en.json");
    "features/campaigns/extras": typeof import("../features/campaigns/extras/texts/en.json");
    "features/campaigns/errors": typeof import("../features/campaigns/errors/texts/en.json");
    "features/campaigns": typeof import("../features/campaigns/texts/en.json");
    "features/contacts/export": typeof import("../features/contacts/export/texts/en.json");
    "features/contacts/fields": typeof import("../features/contacts/fields/texts/en.json");
    "features/contacts/funnel": typeof import("../features/contacts/funnel/texts/en.json");
    "features/contacts/hygiene": typeof import("../features/contacts/hygiene/texts/en.json");
    "features/contacts/import": typeof import("../features/contacts/import/texts/en.json");
    "features/contacts/list": typeof import("../features/contacts/list/texts/en.json");
    "features/contacts/lists": typeof import("../features/contacts/lists/texts/en.json");
    "features/contacts/person": typeof import("../features/contacts/person/texts/en.json");
    "features/contacts/subscribers": typeof import("../features/contacts/subscribers/texts/en.json");
    "features/contacts/errors": typeof import("../features/contacts/errors/texts/en.json");
    "features/contacts": typeof import("../features/contacts/texts/en.json");
    "features/delivery/errors": typeof import("../features/delivery/errors/texts/en.json");
    "features/delivery": typeof import("../features/delivery/texts/en.json");
    "features/diagnostics": typeof import("../features/diagnostics/texts/en.json");
    "features/email-editor": typeof import("../features/email-editor/texts/en.json");
    "features/help": typeof import("../features/help/texts/en.json");
    "features/home": typeof import("../features/home/texts/en.json");
    "features/home/usage": typeof import("../features/home/usage/texts/en.json");
    "features/notifications": typeof import("../features/notifications/texts/en.json");
    "features/onboarding": typeof import("../features/onboarding/texts/en.json");
    "features/presence": typeof import("../features/presence/texts/en.json");
    "features/reports/overview": typeof import("../features/reports/overview/texts/en.json");
    "features/reports/errors": typeof import("../features/reports/errors/texts/en.json");
    "features/reports": typeof import("../features/reports/texts/en.json");
    "features/segments/errors": typeof import("../features/segments/errors/texts/en.json");
    "features/segments": typeof import("../features/segments/texts/en.json");
    "features/senders/errors": typeof import("../features/senders/errors/texts/en.json");
    "features/senders": typeof import("../features/senders/texts/en.json");
    "features/session/multiple-login": typeof import("../features/session/multiple-login/texts/en.json");
    "features/session/steps": typeof import("../features/session/steps/texts/en.json");
    "features/session": typeof import("../features/session/texts/en.json");
    "features/shell": typeof import("../features/shell/texts/en.json");
    "features/support/errors": typeof import("../features/support/errors/texts/en.json");
    "features/support": typeof import("../features/support/texts/en.json");
    "features/transactional/config": typeof import("../features/transactional/config/texts/en.json");
    "features/transactional/menu": typeof import("../features/transactional/menu/texts/en.json");
    "features/transactional/errors": typeof import("../features/transactional/errors/texts/en.json");
    "features/transactional": typeof import("../features/transactional/texts/en.json");
    "lib/catalogue": typeof import("../lib/catalogue/texts/en.json");
    "lib/causes": typeof import("../lib/causes/texts/en.json");
    lib: typeof import("../lib/texts/en.json");
    "ui/dates": typeof import("../ui/dates/texts/en.json");
    "ui/merge-tags": typeof import("../ui/merge-tags/texts/en.json");
    "lib/terms": typeof import("../lib/terms/texts/en.json");
    "lib/words": typeof import("../lib/words/texts/en.json");
    ui: typeof import("../ui/texts/en.json");
  }
}

export {};
