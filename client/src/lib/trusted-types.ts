/**
 * Trusted Types policies. The content policy allows only their output into the DOM as HTML or script addresses, and
 * lists their names (server/core/origins.py). Each stays private to the module that creates it.
 */

type Name = "user-html" | "help-html" | "own-workers";

interface Rules {
  readonly createHTML: (html: string) => string;
  readonly createScriptURL: (url: string) => string;
}

/** Output of a policy: a trusted object where the browser supports Trusted Types, otherwise the string. */
export interface Policy {
  readonly createHTML: (html: string) => TrustedHTML;
  readonly createScriptURL: (url: string) => string;
}

interface Factory {
  readonly createPolicy: (name: Name, rules: Rules) => Policy;
}

function rejectInput(): never {
  throw new TypeError("not made by this policy");
}

/** Creates the policy of a name; undefined in a browser without Trusted Types. Kinds without a rule are rejected. */
export function createPolicy(name: Name, rules: Partial<Rules>): Policy | undefined {
  const factory = (window as { trustedTypes?: Factory }).trustedTypes;
  return factory?.createPolicy(name, { createHTML: rejectInput, createScriptURL: rejectInput, ...rules });
}
