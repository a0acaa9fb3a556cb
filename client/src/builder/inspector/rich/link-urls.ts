/** Valid URLs of links, by the same rules as the server (documents/kinds/markup.py). */

/** Characters that a URL cannot contain. A browser drops some, so that `java\nscript:` would be a scheme. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
const INVISIBLE_CHARACTERS = /[\s\x00-\x20\x7f-\xa0\u00ad\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\ufeff]/g;
const SCHEME = /^([a-z][a-z0-9+.-]*):/i;
const BARE_HOST = /^[\p{L}\d_-]+(?:\.[\p{L}\d_-]+)+(?:[:/?#]|$)/u;
const PORT = /^[\p{L}\d_.-]+\.[\p{L}\d_-]+:\d+(?:[/?#]|$)/u;
const WEB_SCHEMES = new Set(["http", "https"]);
const LINK_SCHEMES = new Set([...WEB_SCHEMES, "mailto", "tel"]);

/** The URL of a link as the server renders it; undefined if it is not allowed. */
export function cleanLinkUrl(typed: string): string | undefined {
  const trimmed = typed.trim();
  if (trimmed.startsWith("{{")) return trimmed;
  const address = trimmed.replace(INVISIBLE_CHARACTERS, "");
  const scheme = SCHEME.exec(address);
  if (!scheme?.[1] || PORT.test(address)) return BARE_HOST.test(address) ? `https://${address}` : undefined;
  const name = scheme[1].toLowerCase();
  const rest = address.slice(scheme[0].length);
  const leads = WEB_SCHEMES.has(name) ? rest.startsWith("//") : rest !== "";
  return LINK_SCHEMES.has(name) && leads ? address : undefined;
}
