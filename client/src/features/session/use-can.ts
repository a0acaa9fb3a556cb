import { useMe } from "./me";

/** Permissions that screens check; the server defines all of them. */
export type Permission =
  | `campaign.${"view" | "edit" | "delete" | "send"}`
  | `contact.${"view" | "create" | "edit" | "delete" | "import" | "export" | "label" | "field" | "segment"}`
  | "report.view"
  | `sender.${"view" | "edit"}`
  | `sending.${"view" | "resume"}`
  | `transactional.${"view" | "edit" | "keys" | "body"}`;

/** Returns a function that checks a permission of the user's role. The server checks every call again. */
export function useCan(): (permission: Permission) => boolean {
  const permissions = useMe()?.permissions;
  return (permission) => permissions?.includes(permission) ?? false;
}
