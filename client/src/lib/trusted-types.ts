/**
 * Policies of Trusted Types: the page's content policy lets only what they made reach the DOM as HTML, and scripts be
 * loaded. Their names are in that policy (server/core/origins.py). Each stays private to the module that makes it.
 */

type Name = "user-html" | "help-html" | "own-workers";

interface Rules {
  readonly createHTML: (html: string) => string;
  readonly createScriptURL: (url: string) => string;
}

/** What a policy makes: to a browser that knows Trusted Types an object of its own, to another the string. */
export interface Policy {
  readonly createHTML: (html: string) => TrustedHTML;
  readonly createScriptURL: (url: string) => string;
}

interface Factory {
  readonly createPolicy: (name: Name, rules: Rules) => Policy;
}

function refuse(): never {
  throw new TypeError("not made by this policy");
}

/** The policy of a name; undefined in a browser without Trusted Types. What no rule is given for is refused. */
export function createPolicy(name: Name, rules: Partial<Rules>): Policy | undefined {
  const factory = (window as { trustedTypes?: Factory }).trustedTypes;
  return factory?.createPolicy(name, { createHTML: refuse, createScriptURL: refuse, ...rules });
}
