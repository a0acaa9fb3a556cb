import { useMe } from "./me";

/** The permissions that screens ask for; the server defines all of them. */
export type Permission =
  | `campaign.${"view" | "edit" | "delete" | "send"}`
  | `contact.${"view" | "create" | "edit" | "delete" | "import" | "export" | "label" | "field" | "segment"}`
  | "report.view"
  | `sender.${"view" | "edit"}`
  | `sending.${"view" | "resume"}`
  | `transactional.${"view" | "edit" | "keys" | "body"}`;

/** Tells whether the user's role has a permission; the server checks again at every call. */
export function useCan(): (permission: Permission) => boolean {
  const permissions = useMe()?.permissions;
  return (permission) => permissions?.includes(permission) ?? false;
}
