import { readErrorBody } from "./error-body";

/** An error body of the server: `{code, message, payload}`, and the number where the catalogue has one. */
export interface ErrorBody {
  readonly code?: string | number;
  readonly message?: string;
  readonly payload?: Readonly<Record<string, unknown>> | null;
  readonly number?: number;
}

function numberOf({ code, number, payload }: ErrorBody): number | undefined {
  return [code, number, payload?.number].find((value) => typeof value === "number") as number | undefined;
}

/** Every way in which a call can fail, ours and the server's, in one class. */
export class ApiFailure extends Error {
  readonly code: string | undefined;
  readonly number: number | undefined;
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  readonly payload: Readonly<Record<string, unknown>>;
  /** Text of an answer that is not our JSON. */
  readonly dataText: string | undefined;
  /** Whether the call was one that changes something. */
  readonly method: string;
  /** Path of the call, empty where there was none. */
  readonly path: string;
  /** Whether the session that the call was made in was over when the answer came. */
  isOutdated = false;

  constructor(parts: { body?: ErrorBody; status: number; dataText?: string; method: string; path?: string }) {
    super(parts.body?.message ?? "");
    this.name = "ApiFailure";
    const code = parts.body?.code;
    this.code = typeof code === "string" ? code : undefined;
    this.number = parts.body ? numberOf(parts.body) : undefined;
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

/** Reads an answer that is not a success (HTTP 202 included) into a failure; `path` is that of the call. */
export async function failureOf(response: Response, method: string, path = ""): Promise<ApiFailure> {
  const text = await response.text();
  const { status } = response;
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    data = text;
  }
  const body = readErrorBody(data);
  // 202 means "accepted, the result is delivered later", whatever it says (ERR-20).
  if (status === 202) return new ApiFailure({ body: { ...body, code: "accepted" }, status, method, path });
  if (body) return new ApiFailure({ body, status, method, path });
  return new ApiFailure({ status, method, path, ...(typeof data === "string" ? { dataText: data } : {}) });
}
