import { readErrorBody } from "./error-body";

/** An error body of the server: `{code, message, payload}`, and the number of catalogued errors. */
export interface ErrorBody {
  readonly code?: string | number;
  readonly message?: string;
  readonly payload?: Readonly<Record<string, unknown>> | null;
  readonly number?: number;
}

function getErrorNumber({ code, number, payload }: ErrorBody): number | undefined {
  return [code, number, payload?.number].find((value) => typeof value === "number") as number | undefined;
}

/** Any failure of a call, on the client or the server. */
export class ApiFailure extends Error {
  readonly code: string | undefined;
  readonly number: number | undefined;
  /** HTTP status; 0 without a response. */
  readonly status: number;
  readonly payload: Readonly<Record<string, unknown>>;
  /** Text of a response that is not JSON of our form. */
  readonly dataText: string | undefined;
  /** HTTP method of the call. */
  readonly method: string;
  /** Path of the call; empty where there was none. */
  readonly path: string;
  /** Whether the session of the call had ended when the response arrived. */
  isOutdated = false;

  constructor(parts: { body?: ErrorBody; status: number; dataText?: string; method: string; path?: string }) {
    super(parts.body?.message ?? "");
    this.name = "ApiFailure";
    const code = parts.body?.code;
    this.code = typeof code === "string" ? code : undefined;
    this.number = parts.body ? getErrorNumber(parts.body) : undefined;
    this.status = parts.status;
    this.payload = parts.body?.payload ?? {};
    this.dataText = parts.dataText;
    this.method = parts.method;
    this.path = parts.path ?? "";
  }
}

export function isFailure(error: unknown): error is ApiFailure {
  return error instanceof ApiFailure;
}

/** Turns an unsuccessful response (including HTTP 202) into a failure; `path` is the path of the call. */
export async function buildFailure(response: Response, method: string, path = ""): Promise<ApiFailure> {
  const text = await response.text();
  const { status } = response;
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    data = text;
  }
  const body = readErrorBody(data);
  // 202 means "accepted, the result is delivered later", whatever the body says (ERR-20).
  if (status === 202) return new ApiFailure({ body: { ...body, code: "accepted" }, status, method, path });
  if (body) return new ApiFailure({ body, status, method, path });
  return new ApiFailure({ status, method, path, ...(typeof data === "string" ? { dataText: data } : {}) });
}
