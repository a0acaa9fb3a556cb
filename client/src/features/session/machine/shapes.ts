export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** Ends the sessions that stand elsewhere, where the team asks before a second one (SESS-61). */
  readonly logoutFromOthers: boolean;
}

export interface Registration {
  readonly email: string;
  readonly password: string;
  readonly name: string;
  readonly company: string;
  readonly phone: string;
}

/** A sign-in without a password: the token of a mailed link, or a signed one of another system. */
export interface Pass {
  readonly kind: "token" | "jwt";
  readonly value: string;
  readonly logoutFromOthers: boolean;
}

export interface OtherTeam {
  readonly companyId: string;
  readonly logoutFromOthers: boolean;
}

export type CodeMethod = "app" | "email" | "recovery";

/** How the second factor may be shown, as the server tells it. */
export interface CodeStep {
  readonly methods: readonly CodeMethod[];
  /** The address that the code was mailed to, with most of it hidden. */
  readonly sentTo: string | undefined;
  /** Since when, in milliseconds of the clock, another code may be asked for. */
  readonly resendAt: number;
}

/** What the check of the two-factor token answers: the session itself, or that a code is awaited. */
export type TokenCheck =
  | { readonly state: "complete"; readonly token: string; readonly trxToken: string | undefined }
  | { readonly state: "otpRequired"; readonly step: CodeStep };

/** A session in another team of the same user, or the step that leads to it. */
export interface TeamSwitch {
  readonly token2fa: string;
  readonly check: TokenCheck;
}

/** How a session came to its end; other tabs read it before they follow (SESS-45). */
export type Ending = "signedOut" | "expired" | "forcedOut";

export interface SessionInput {
  readonly token: string | undefined;
  readonly token2fa: string | undefined;
  readonly tokenMode: boolean;
}

/** What the browser keeps of a session that stands. */
export interface Kept {
  readonly token: string;
  readonly trxToken: string | undefined;
  readonly tokenMode: boolean;
}

export interface Context extends SessionInput {
  readonly trxToken: string | undefined;
  /** Known once the server has said who this is. */
  readonly userId: string | undefined;
  readonly step: CodeStep | undefined;
  /** Why the last step failed; cleared when a step begins. */
  readonly failure: unknown;
  /** Where the code page shows that a new one has left. */
  readonly wasResent: boolean;
  readonly ending: Ending | undefined;
  /** The team that was last asked for, so that its question can be answered. */
  readonly wantedTeam: string | undefined;
  /** Whether signing in leads back to where the user was. */
  readonly keepsPlace: boolean;
}

export type SessionEvent =
  | ({ type: "signIn" } & Credentials)
  | ({ type: "register" } & Registration)
  | ({ type: "signInWith" } & Pass)
  | { type: "submitCode"; code: string }
  | { type: "resendCode" }
  | { type: "signOut" }
  | ({ type: "switchTeam" } & OtherTeam)
  /** The server does not know the session any more. */
  | { type: "expired" }
  /** Somebody ended the session. */
  | { type: "forcedOut" }
  /** The session-ended dialog is left for the sign-in. */
  | { type: "leaveEnded" }
  /** Another tab signed in. */
  | { type: "adopted"; token: string }
  /** Another tab signed out, or ended otherwise. */
  | { type: "endedElsewhere"; ending: Ending }
  | { type: "identified"; userId: string; paymentAuth: boolean }
  | { type: "pingAnswered"; isAlive: boolean }
  /** The ping was answered that the token is no good (SESS-56). */
  | { type: "pingRefused" }
  | { type: "pingFailed" }
  | { type: "multipleLoginAsked" }
  | { type: "multipleLoginDenied" }
  | { type: "dismissMultipleLogin" };

export type SessionState = "loggedOut" | "awaitingTwoFactor" | "loggedIn";
