import { api } from "@/lib/api/client";

/** Whether the server answers now. A ping needs no session, so that an ended one cannot keep anybody waiting. */
export async function serverAnswers(): Promise<boolean> {
  try {
    return (await api.POST("/api/ping")).data === true;
  } catch {
    return false;
  }
}
