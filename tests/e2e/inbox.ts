/** Reads the mail catcher that stands in for the outside world. */

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
}
