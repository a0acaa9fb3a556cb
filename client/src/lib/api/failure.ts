/** An error body of the server: `{code, message, payload}`. */
export interface ErrorBody {
  readonly code?: string | number;
  readonly message?: string;
  readonly payload?: Readonly<Record<string, unknown>>;
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

  constructor(parts: { body?: ErrorBody; status: number; dataText?: string; method: string }) {
    super(parts.body?.message ?? "");
    this.name = "ApiFailure";
    const code = parts.body?.code;
    this.code = typeof code === "string" ? code : undefined;
    const payloadNumber = parts.body?.payload?.number;
    this.number = typeof code === "number" ? code : typeof payloadNumber === "number" ? payloadNumber : undefined;
    this.status = parts.status;
    this.payload = parts.body?.payload ?? {};
    this.dataText = parts.dataText;
    this.method = parts.method;
  }
}

export function isFailure(error: unknown): error is ApiFailure {
  return error instanceof ApiFailure;
}

function isErrorBody(value: unknown): value is ErrorBody {
  return typeof value === "object" && value !== null && ("code" in value || "message" in value);
}

/** Reads an answer that is not a success (HTTP 202 included) into a failure. */
export async function failureOf(response: Response, method: string): Promise<ApiFailure> {
  const text = await response.text();
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    data = text;
  }
  if (response.status === 202) {
    const own = isErrorBody(data) ? data : {};
    return new ApiFailure({ body: { ...own, code: "accepted" }, status: 202, method });
  }
  if (isErrorBody(data)) return new ApiFailure({ body: data, status: response.status, method });
  return new ApiFailure({ status: response.status, method, ...(typeof data === "string" ? { dataText: data } : {}) });
}
