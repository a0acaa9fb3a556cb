/** Reads the mail catcher that stands in for the outside world. */

import { expect } from "@playwright/test";

const MAILED_MS = 60_000;

type Address = { readonly address: string };

/** A caught message, as far as journeys look at it. */
export type CaughtMail = {
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

  /** Every mail that is kept, oldest first. */
  async all(): Promise<readonly CaughtMail[]> {
    const response = await fetch(`${this.url}/email`);
    if (!response.ok) {
      throw new Error(`The mail catcher answered ${response.status}.`);
    }
    return (await response.json()) as readonly CaughtMail[];
  }

  /** The mails to this address, oldest first. */
  async to(address: string): Promise<readonly CaughtMail[]> {
    const mails = await this.all();
    return mails.filter((mail) => mail.to.some((recipient) => recipient.address === address));
  }

  /** The mail as it came over the wire. */
  async sourceOf(mail: CaughtMail): Promise<string> {
    const response = await fetch(`${this.url}/email/${mail.id}/source`);
    if (!response.ok) {
      throw new Error(`The mail catcher answered ${response.status}.`);
    }
    return response.text();
  }

  /** The newest mail to this address whose subject is like this, waited for. */
  async newest(address: string, subject: RegExp): Promise<CaughtMail> {
    let found: CaughtMail | undefined;
    await expect
      .poll(
        async () => {
          found = (await this.to(address)).findLast((mail) => subject.test(mail.subject));
          return found?.subject ?? "";
        },
        { timeout: MAILED_MS },
      )
      .toMatch(subject);
    if (found === undefined) throw new Error(`${address} got no mail like ${subject}.`);
    return found;
  }

  /** The address behind the first link of a mail that leads to this path of the app. */
  static linkIn(mail: CaughtMail, path: string): string {
    const link = [...(mail.html ?? "").matchAll(/href="([^"]+)"/g)].find(([, target]) => target?.includes(path))?.[1];
    if (link === undefined) throw new Error(`"${mail.subject}" has no link to ${path}.`);
    return link;
  }
}
