import { call } from "@/lib/api/data";

/** Whether the server responds. A ping needs no session, so an ended session cannot block the user. */
export async function isServerResponding(): Promise<boolean> {
  try {
    return (await call("post", "/api/ping")) === true;
  } catch {
    return false;
  }
}
