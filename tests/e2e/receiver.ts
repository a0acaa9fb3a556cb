/** A webhook receiver with a configurable response that records all requests. */

import { createHmac, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export type WebhookRequest = { readonly headers: IncomingHttpHeaders; readonly body: string; readonly status: number };

export class Receiver {
  readonly posted: WebhookRequest[] = [];
  /** Status code of the next responses. */
  status = 204;
  readonly #server: Server;

  private constructor() {
    this.#server = createServer(async (request, response) => {
      const pieces: Buffer[] = [];
      for await (const piece of request) pieces.push(piece as Buffer);
      const status = this.status;
      this.posted.push({ headers: request.headers, body: Buffer.concat(pieces).toString(), status });
      response.writeHead(status, { "Content-Type": "text/plain" });
      response.end(status < 300 ? undefined : "The table of events is gone");
    });
  }

  static async start(port: number): Promise<Receiver> {
    const made = new Receiver();
    made.#server.listen(port, "127.0.0.1");
    await once(made.#server, "listening");
    return made;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hooks/mail`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }
}

/** Whether the secret signed the request (Standard Webhooks 1.0). */
export function isSigned({ headers, body }: WebhookRequest, secret: string): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const said = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  const wanted = createHmac("sha256", key).update(said).digest();
  return String(headers["webhook-signature"])
    .split(" ")
    .map((each) => Buffer.from(each.replace(/^v1,/, ""), "base64"))
    .some((each) => each.length === wanted.length && timingSafeEqual(each, wanted));
}
