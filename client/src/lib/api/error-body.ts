import type { ErrorBody } from "./failure";

type Reader = (data: object) => ErrorBody | undefined;

const readDefaultBody: Reader = (data) => ("code" in data || "message" in data ? (data as ErrorBody) : undefined);

/** Also reads the OAuth form, `{error, error_description}` (ERR-159). */
const readOAuthBody: Reader = (data) => {
  const own = readDefaultBody(data);
  if (own || !("error" in data) || typeof data.error !== "string") return own;
  const description = "error_description" in data ? data.error_description : undefined;
  return { message: typeof description === "string" && description !== "" ? description : data.error };
};

/** Vendors whose services use another error form (ERR-158). */
const READERS: Readonly<Record<string, Reader>> = {
  miitrx: readOAuthBody,
  otp: readOAuthBody,
  cottonink: readOAuthBody,
};

let reader: Reader = readDefaultBody;

/** Selects the error form of `vendor` for all later responses. */
export function setErrorFormat(vendor: string): void {
  reader = READERS[vendor] ?? readDefaultBody;
}

/** The error body in the JSON of a response, or undefined where there is none. */
export function readErrorBody(data: unknown): ErrorBody | undefined {
  return typeof data === "object" && data !== null ? reader(data) : undefined;
}
