import { useMe } from "@/features/session/public";

export type ContactPermission =
  | "view"
  | "create"
  | "edit"
  | "delete"
  | "import"
  | "export"
  | "label"
  | "field"
  | "segment";

/** What the role of the person allows here; the server asks again at every call. */
export function useMay(): (permission: ContactPermission) => boolean {
  const permissions = new Set(useMe()?.permissions ?? []);
  return (permission) => permissions.has(`contact.${permission}`);
}
