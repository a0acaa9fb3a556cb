import { ApiFailure, isFailure } from "@/lib/api/failure";

const known = new WeakMap<ApiFailure, ApiFailure>();

/** Adds the field of the failure's code where the server names none. Returns the same object for the same failure. */
export function failureAt(error: unknown, fields: Readonly<Record<string, string>>): unknown {
  if (!isFailure(error) || typeof error.payload.field === "string") return error;
  const field = error.code === undefined ? undefined : fields[error.code];
  if (field === undefined) return error;
  const made = known.get(error);
  if (made) return made;
  const { code, message, status, method, payload } = error;
  const placed = new ApiFailure({
    body: { ...(code ? { code } : {}), message, payload: { ...payload, field } },
    status,
    method,
  });
  known.set(error, placed);
  return placed;
}
