import { IconUser } from "@tabler/icons-react";
import { api } from "@/lib/api/client";
import type { PaletteSource } from "@/lib/palette";

const MOST = 5;

export const contactsPalette: PaletteSource = {
  id: "contacts",
  heading: "contacts.title",
  icon: IconUser,
  permission: "contact.view",
  feature: "contactManagement",
  find: async (search, signal) => {
    const { data } = await api.GET("/api/contacts", { params: { query: { search, size: MOST } }, signal });
    return (data?.items ?? []).map(({ contactId, email, firstname, lastname }) => {
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
