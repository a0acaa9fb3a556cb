/** The DNS as a journey writes it: bench/name_server.py reads all files of the folder anew for each question. */

import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Values by type; `fault` is a code that the server answers instead, such as SERVFAIL. */
export type Records = Readonly<Record<string, readonly string[] | string>>;

export class Zones {
  readonly #file: string;

  /** Each writer has a file of its own, so that none writes over what another has just written. */
  constructor(folder: string, writer: number) {
    this.#file = join(folder, `${writer}.json`);
  }

  /** Sets the records of a name in place of those that it had; without records there is no such name. */
  async publish(name: string, records?: Records): Promise<void> {
    const zones = await this.#read();
    if (records) zones[name] = records;
    else delete zones[name];
    // In one step, so that the server never reads half a file.
    await writeFile(`${this.#file}.new`, JSON.stringify(zones));
    await rename(`${this.#file}.new`, this.#file);
  }

  async #read(): Promise<Record<string, Records>> {
    try {
      return JSON.parse(await readFile(this.#file, "utf8"));
    } catch {
      return {};
    }
  }
}
