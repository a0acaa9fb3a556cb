/** Client of the mail catcher that receives all outgoing email. */

import { expect } from "@playwright/test";

const EMAIL_TIMEOUT_MS = 60_000;

type Address = { readonly address: string };

/** The parts of a caught message that journeys use. */
export type CaughtEmail = {
  readonly id: string;
  readonly subject: string;
  readonly to: readonly Address[];
  readonly html?: string;
  readonly text?: string;
};

export class Inbox {
  readonly url: string;

  constructor(url: string) {
    this.url = url;
  }

  /** Every stored email, oldest first. */
  async all(): Promise<readonly CaughtEmail[]> {
    const response = await fetch(`${this.url}/email`);
    if (!response.ok) {
      throw new Error(`The mail catcher answered ${response.status}.`);
    }
    return (await response.json()) as readonly CaughtEmail[];
  }

  /** The emails to this address, oldest first. */
  async to(address: string): Promise<readonly CaughtEmail[]> {
    const mails = await this.all();
    return mails.filter((mail) => mail.to.some((recipient) => recipient.address === address));
  }

  /** The raw source of the email. */
  async sourceOf(mail: CaughtEmail): Promise<string> {
    const response = await fetch(`${this.url}/email/${mail.id}/source`);
    if (!response.ok) {
      throw new Error(`The mail catcher answered ${response.status}.`);
    }
    return response.text();
  }

  /** Waits for an email to this address with a matching subject and returns the newest. */
  async newest(address: string, subject: RegExp): Promise<CaughtEmail> {
    let found: CaughtEmail | undefined;
    await expect
      .poll(
        async () => {
          found = (await this.to(address)).findLast((mail) => subject.test(mail.subject));
          return found?.subject ?? "";
        },
        { timeout: EMAIL_TIMEOUT_MS },
      )
      .toMatch(subject);
    if (found === undefined) throw new Error(`${address} got no mail like ${subject}.`);
    return found;
  }

  /** URL of the first link to this path of the application. */
  static linkIn(mail: CaughtEmail, path: string): string {
    const link = [...(mail.html ?? "").matchAll(/href="([^"]+)"/g)].find(([, target]) => target?.includes(path))?.[1];
    if (link === undefined) throw new Error(`"${mail.subject}" has no link to ${path}.`);
    return link;
  }
}
