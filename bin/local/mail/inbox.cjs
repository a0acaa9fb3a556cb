// Runs maildev with a limit on its store: maildev keeps every message in memory, and its page requests all of them.
// Arguments: SMTP port, web port, folder of the messages.
const fs = require("node:fs");
const path = require("node:path");

const KEPT = 500;

const [smtp, web, folder] = process.argv.slice(2);
const MailDev = require(require.resolve("maildev", { paths: [process.cwd()] }));

const writtenAt = (file) => fs.statSync(file).mtimeMs;
const messages = () =>
  fs
    .readdirSync(folder)
    .filter((name) => name.endsWith(".eml"))
    .map((name) => path.join(folder, name))
    .sort((a, b) => writtenAt(b) - writtenAt(a));

fs.mkdirSync(folder, { recursive: true });
for (const file of messages().slice(KEPT)) {
  fs.rmSync(file);
  fs.rmSync(file.slice(0, -".eml".length), { recursive: true, force: true });
}

let toRestore = messages().length;
const inbox = MailDev({
  smtp: Number(smtp),
  web: Number(web),
  ip: "127.0.0.1",
  webIp: "127.0.0.1",
  mailDirectory: folder,
  hideExtensions: [],
  silent: true,
});

inbox.on("new", () => {
  toRestore -= 1;
  if (toRestore === 0) {
    // Maildev restores its folder in no particular order.
    inbox.store.sort((a, b) => writtenAt(a.source) - writtenAt(b.source));
  }
  const oldest = inbox.store[0];
  if (toRestore <= 0 && inbox.store.length > KEPT && oldest) {
    inbox.deleteEmail(oldest.id, (error) => {
      if (error) throw error;
    });
  }
});

inbox.listen((error) => {
  if (error) throw error;
});
