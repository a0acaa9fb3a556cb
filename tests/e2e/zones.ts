/** DNS zones of a journey. bench/name_server.py reads all files of the folder for every query. */

import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Values by type; `fault` is a response code such as SERVFAIL that the server returns instead. */
export type Records = Readonly<Record<string, readonly string[] | string>>;

export class Zones {
  readonly #file: string;

  /** Each writer has its own file, so that writers don't overwrite each other's changes. */
  constructor(folder: string, writer: number) {
    this.#file = join(folder, `${writer}.json`);
  }

  /** Replaces the records of a name. Without records, the name does not exist. */
  async publish(name: string, records?: Records): Promise<void> {
    const zones = await this.#read();
    if (records) zones[name] = records;
    else delete zones[name];
    // Renames atomically, so that the server never reads a partial file.
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
