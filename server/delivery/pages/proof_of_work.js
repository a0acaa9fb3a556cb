// Solves the ALTCHA challenge of the form while it is filled in, and sends it along (the algorithm of altcha 2, PBKDF2).
(function () {
  "use strict";
  const form = document.querySelector("form[data-challenge]");
  if (!form) return;
  const field = form.elements.namedItem("captcha");
  const status = form.querySelector("[data-check]");

  function say(text, kind) {
    status.textContent = text;
    status.className = kind;
  }

  // Only a page from https, or from this machine, may use it.
  if (!window.crypto || !crypto.subtle) {
    say(status.dataset.unable, "fault");
    return;
  }
  const challenge = JSON.parse(form.dataset.challenge);
  let work;

  function bytesOf(hex) {
    return Uint8Array.from(hex.match(/../g) || [], (pair) => parseInt(pair, 16));
  }

  function hexOf(buffer) {
    return Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  async function solve() {
    const startedAt = performance.now();
    const { cost, keyLength, keyPrefix, nonce, salt } = challenge.parameters;
    const start = bytesOf(nonce);
    const options = { name: "PBKDF2", hash: "SHA-256", salt: bytesOf(salt), iterations: cost };
    for (let counter = 0; ; counter += 1) {
      const password = new Uint8Array(start.length + 4);
      password.set(start);
      new DataView(password.buffer).setUint32(start.length, counter);
      const key = await crypto.subtle.importKey("raw", password, "PBKDF2", false, ["deriveBits"]);
      const derivedKey = hexOf(await crypto.subtle.deriveBits(options, key, keyLength * 8));
      if (derivedKey.startsWith(keyPrefix)) {
        const solution = { counter, derivedKey, time: performance.now() - startedAt };
        return btoa(JSON.stringify({ challenge, solution }));
      }
    }
  }

  function begin() {
    work =
      work ||
      solve().then((payload) => {
        field.value = payload;
      });
    return work;
  }

  form.addEventListener("focusin", begin, { once: true });
  form.addEventListener("submit", (event) => {
    if (field.value) return;
    event.preventDefault();
    say(status.dataset.busy, "hint");
    begin().then(
      // A form ignores a submission from within the event of another one, so this waits until that has ended.
      () => setTimeout(() => form.requestSubmit(event.submitter)),
      () => say(status.dataset.unable, "fault"),
    );
  });
})();
