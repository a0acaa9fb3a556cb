import { ApiFailure, isFailure } from "@/lib/api/failure";

const failuresWithField = new WeakMap<ApiFailure, ApiFailure>();

/** Adds the field of the failure's code where the server names none. Returns the same object for the same failure. */
export function addFieldByCode(error: unknown, fields: Readonly<Record<string, string>>): unknown {
  if (!isFailure(error) || typeof error.payload.field === "string") return error;
  const field = error.code === undefined ? undefined : fields[error.code];
  if (field === undefined) return error;
  const cached = failuresWithField.get(error);
  if (cached) return cached;
  const { code, message, status, method, payload } = error;
  const placed = new ApiFailure({
    body: { ...(code ? { code } : {}), message, payload: { ...payload, field } },
    status,
    method,
  });
  failuresWithField.set(error, placed);
  return placed;
}
