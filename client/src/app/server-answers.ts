import { call } from "@/lib/api/data";

/** Whether the server answers now. A ping needs no session, so that an ended one cannot keep anybody waiting. */
export async function serverAnswers(): Promise<boolean> {
  try {
    return (await call("post", "/api/ping")) === true;
  } catch {
    return false;
  }
}
