/**
 * Third-party SMTP clients submit messages, which must arrive unchanged: Python's smtplib, Node's nodemailer, curl, and
 * swaks if installed. Also runs the quick start's code samples.
 */

import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { createTransport } from "nodemailer";
import { newMark, register } from "./entrance.ts";
import { type Addresses, expect, test } from "./fixtures.ts";
import type { Inbox } from "./inbox.ts";
import { trxCall, verifiedDomain } from "./trx.ts";

const USER = "apikey";
const TIMEOUT_MS = 60_000;
// Non-ASCII text, with a line that is a single dot, one that starts with a dot, and a long one.
const TEXT = `Terima kasih, Ayu ✓\r\n.\r\n..titik\r\n${"panjang ".repeat(140)}\r\nSalam`;

type TestMessage = { readonly from: string; readonly to: string; readonly subject: string };
type Submission = {
  readonly addresses: Addresses;
  readonly secret: string;
  readonly implicit: boolean;
};
/** Submits a message. Returns the whole output, whether or not the server accepted it. */
type Client = (letter: TestMessage, way: Submission) => Promise<string>;
type CommandResult = { readonly code: number; readonly said: string };

function runCommand(command: string, args: readonly string[], input = ""): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = execFile(command, [...args], { timeout: TIMEOUT_MS }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === "number" ? error.code : 127;
      resolve({ code, said: `${stdout}${stderr}${code === 127 ? error?.message : ""}` });
    });
    // A process that does not read its input might have exited already.
    child.stdin?.on("error", () => undefined).end(input);
  });
}

async function isInstalled(command: string): Promise<boolean> {
  return (await runCommand("/bin/sh", ["-c", `command -v ${command}`])).code === 0;
}

/** The PHP code sample requires an extension that is optional. */
async function hasCurlInPhp(): Promise<boolean> {
  return (await runCommand("php", ["-r", 'exit(function_exists("curl_init") ? 0 : 1);'])).code === 0;
}

const SMTPLIB = `
import json, smtplib, ssl, sys
from email.message import EmailMessage
asked = json.load(sys.stdin)
message = EmailMessage()
message["From"], message["To"], message["Subject"] = asked["from"], asked["to"], asked["subject"]
message.set_content(asked["text"])
context = ssl.create_default_context(cafile=asked["certificate"])
try:
    if asked["implicit"]:
        client = smtplib.SMTP_SSL(asked["host"], asked["port"], context=context, timeout=20)
    else:
        client = smtplib.SMTP(asked["host"], asked["port"], timeout=20)
        client.starttls(context=context)
    with client:
        client.login(asked["user"], asked["secret"])
        client.send_message(message)
        print("taken")
except smtplib.SMTPResponseException as error:
    print(error.smtp_code, error.smtp_error.decode())
`;

function placeOf({ addresses, implicit }: Submission): { readonly host: string; readonly port: number } {
  const { hostname, port } = new URL(implicit ? addresses.submissions : addresses.submission);
  return { host: hostname, port: Number(port) };
}

const python: Client = async (letter, way) => {
  const { addresses, secret, implicit } = way;
  const asked = { ...letter, ...placeOf(way), text: TEXT, certificate: addresses.certificate, user: USER };
  return (await runCommand("python3", ["-c", SMTPLIB], JSON.stringify({ ...asked, secret, implicit }))).said;
};

const nodemailer: Client = async (letter, way) => {
  const transport = createTransport({
    ...placeOf(way),
    secure: way.implicit,
    requireTLS: true,
    auth: { user: USER, pass: way.secret },
    tls: { ca: await readFile(way.addresses.certificate, "utf8") },
  });
  try {
    return (await transport.sendMail({ ...letter, text: TEXT })).response;
  } catch (failure) {
    return String((failure as { response?: string }).response ?? failure);
  } finally {
    transport.close();
  }
};

const curl: Client = async (letter, way) => {
  const { host, port } = placeOf(way);
  const file = test.info().outputPath(`${newMark()}.eml`);
  const subject = `=?utf-8?B?${Buffer.from(letter.subject).toString("base64")}?=`;
  const head = `From: ${letter.from}\r\nTo: ${letter.to}\r\nSubject: ${subject}\r\n`;
  const kind = "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n";
  const lines = Buffer.from(TEXT).toString("base64").replaceAll(/.{76}/g, "$&\r\n");
  await writeFile(file, `${head}MIME-Version: 1.0\r\n${kind}\r\n${lines}\r\n`);
  const security = way.implicit ? [] : ["--ssl-reqd"];
  const { said } = await runCommand("curl", [
    "--verbose",
    "--silent",
    "--show-error",
    ...security,
    ...["--url", `${way.implicit ? "smtps" : "smtp"}://${host}:${port}`],
    ...["--cacert", way.addresses.certificate],
    ...["--user", `${USER}:${way.secret}`],
    ...["--mail-from", letter.from, "--mail-rcpt", letter.to],
    ...["--upload-file", file],
  ]);
  return said;
};

const swaks: Client = async (letter, way) => {
  const { host, port } = placeOf(way);
  const { said } = await runCommand("swaks", [
    ...["--server", host, "--port", String(port), way.implicit ? "--tls-on-connect" : "--tls"],
    ...["--auth", "PLAIN", "--auth-user", USER, "--auth-password", way.secret],
    ...["--from", letter.from, "--to", letter.to],
    ...["--header", `Subject: ${letter.subject}`, "--header", "Content-Type: text/plain; charset=utf-8"],
    ...["--body", TEXT],
  ]);
  return said;
};

const CLIENTS: Readonly<Record<string, Client>> = { python, nodemailer, curl, swaks };

/** Text of the only email to this address, with CRLF line ends. */
async function textTo(inbox: Inbox, { to, subject }: TestMessage): Promise<string> {
  const mail = await inbox.newest(to, new RegExp(`^${subject}$`));
  return (mail.text ?? "").replaceAll(/\r?\n/g, "\r\n").trimEnd();
}

async function newKey(page: Page, fields: object): Promise<string> {
  const body = { name: "A client", scopes: ["send"], ...fields };
  return (await trxCall<{ secret: string }>(page, { method: "POST", path: "apikeys", body })).secret;
}

test("messages from third-party clients arrive unchanged", async ({ page, inbox, zones, addresses }) => {
  const mark = newMark();
  const [domain, pending] = [`${mark}.example`, `pending-${mark}.example`];
  await register(page, { company: "Kopi Klien" });
  await verifiedDomain(page, zones, domain);
  await trxCall(page, { method: "POST", path: "domains", body: { name: pending } });
  const secret = await newKey(page, {});

  for (const [name, hand] of Object.entries(CLIENTS)) {
    if (name === "swaks" && !(await isInstalled("swaks"))) {
      test.info().annotations.push({ type: "skipped", description: "swaks is not installed here" });
      continue;
    }
    await test.step(name, async () => {
      const wrong = `${secret.slice(0, 18)}${"A".repeat(43)}`;
      for (const implicit of [false, true]) {
        const letter = {
          from: `toko@${domain}`,
          to: `${name}.${implicit ? "tls" : "starttls"}.${mark}@mail.example`,
          subject: `Pesanan ${name} ✓`,
        };
        const said = await hand(letter, { addresses, secret, implicit });
        expect.soft(said, name).toMatch(/taken|250 2\.0\.0 Accepted as [0-9a-f-]{36}/);
        expect.soft(await textTo(inbox, letter), name).toBe(TEXT);
      }
      const letter = { from: `toko@${domain}`, to: `nobody.${mark}@mail.example`, subject: "Refused" };
      const way = { addresses, secret, implicit: false };
      expect
        .soft(await hand(letter, { ...way, secret: wrong }), name)
        .toContain(
          name === "curl" ? "535 5.7.8 Authentication credentials invalid" : "5.7.8 Authentication credentials invalid",
        );
      expect
        .soft(await hand({ ...letter, from: `toko@${pending}` }, way), name)
        .toContain(`5.7.1 trx domain not verified: ${pending}`);
      expect
        .soft(await hand({ ...letter, from: "ceo@bank.example" }, way), name)
        .toContain("5.7.1 This From address is not allowed");
    });
  }
  expect(await inbox.to(`nobody.${mark}@mail.example`)).toHaveLength(0);
});

test("the code samples of the quick start work as shown", async ({ page, inbox, zones }) => {
  const mark = newMark();
  await register(page, { company: "Kopi Program" });
  await verifiedDomain(page, zones, `${mark}.example`);
  const secret = await newKey(page, {});
  const runners: Readonly<Record<string, readonly [string, ...string[]]>> = {
    curl: ["/bin/sh", "-c"],
    python: ["python3", "-c"],
    node: ["node", "--input-type=module", "-e"],
    php: ["php", "-r"],
  };

  for (const [id, [command, ...options]] of Object.entries(runners)) {
    if (!(id === "php" ? await hasCurlInPhp() : await isInstalled(command))) {
      test.info().annotations.push({ type: "skipped", description: `${command} cannot run it here` });
      continue;
    }
    const to = `${id}.${mark}@mail.example`;
    const { snippets } = await trxCall<{ snippets: readonly { id: string; code: string }[] }>(page, {
      method: "POST",
      path: "config/generate",
      body: { to },
    });
    const program = snippets.find((each) => each.id === id)?.code.replaceAll("YOUR_API_KEY", secret) ?? "";
    const { code, said } = await runCommand(command, [...options, program.replace(/^<\?php\n/, "")]);
    expect.soft(code, said).toBe(0);
    const mail = await inbox.newest(to, /^It works$/);
    expect.soft(mail.text?.trim(), id).toBe("This is the first message.");
  }
});
