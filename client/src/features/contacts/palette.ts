import { IconUser } from "@tabler/icons-react";
import { call } from "@/lib/api/data";
import type { PaletteSource } from "@/lib/palette";

const MAX_RESULTS = 5;

export const contactsPalette: PaletteSource = {
  id: "contacts",
  heading: "contacts.title",
  icon: IconUser,
  permission: "contact.view",
  feature: "contactManagement",
  find: async (search, signal) => {
    const { items } = await call("get", "/api/contacts", { params: { query: { search, size: MAX_RESULTS } }, signal });
    return items.map(({ contactId, email, firstname, lastname }) => {
      const fullname = [firstname, lastname].filter(Boolean).join(" ");
      return {
        id: String(contactId),
        label: fullname || email,
        ...(fullname ? { description: email } : {}),
        path: `/contacts/${contactId}`,
      };
    });
  },
};
