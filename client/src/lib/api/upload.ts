import { readStored } from "@/lib/storage";
import { loadDescription } from "../catalogue/load";
import { buildUrl } from "./bases";
import { ApiFailure, buildFailure } from "./failure";
import { createCallId, createRandomId } from "./ids";

export interface UploadOptions {
  readonly path: string;
  readonly form: FormData;
  /** Called with the bytes sent so far and in total. */
  readonly onProgress: (sentBytes: number, totalBytes: number) => void;
  readonly signal: AbortSignal;
}

/** Posts a form and reports upload progress, which fetch cannot. Resolves with the JSON body; throws `ApiFailure`. */
export function upload({ path, form, onProgress, signal }: UploadOptions): Promise<unknown> {
  const token = readStored("token");
  if (!token) return Promise.reject(new ApiFailure({ body: { code: "loggedOut" }, status: 0, method: "POST" }));
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", buildUrl(path));
    request.setRequestHeader("Authorization", `Bearer ${token}`);
    request.setRequestHeader("Idempotency-Key", createRandomId());
    request.setRequestHeader("X-Request-ID", createCallId());
    request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(loaded, total));
    request.addEventListener("load", () => {
      const answer = new Response(request.responseText, { status: request.status });
      if (request.status !== 200) buildFailure(answer, "POST", path).then(loadDescription).then(reject, reject);
      else answer.json().then(resolve, () => reject(new ApiFailure({ status: 200, method: "POST" })));
    });
    request.addEventListener("error", () =>
      reject(new ApiFailure({ body: { code: "offline" }, status: 0, method: "POST" })),
    );
    request.addEventListener("abort", () => reject(new DOMException("the upload was given up", "AbortError")));
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(form);
  });
}
