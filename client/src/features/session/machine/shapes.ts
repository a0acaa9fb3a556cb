export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** Whether to end the user's other sessions, where the team asks before a second one (SESS-61). */
  readonly logoutFromOthers: boolean;
}

export interface Registration {
  readonly email: string;
  readonly password: string;
  readonly name: string;
  readonly company: string;
  readonly phone: string;
}

/** A sign-in without a password: the token of an emailed link, or a signed token of another system. */
export interface LinkCredentials {
  readonly kind: "token" | "jwt";
  readonly value: string;
  readonly logoutFromOthers: boolean;
}

export interface TeamSwitchRequest {
  readonly companyId: string;
  readonly logoutFromOthers: boolean;
}

export type CodeMethod = "app" | "email" | "recovery";

/** The available second factors, as returned by the server. */
export interface CodeStep {
  readonly methods: readonly CodeMethod[];
  /** The address that the code was emailed to, mostly masked. */
  readonly sentTo: string | undefined;
  /** The earliest time at which another code can be requested, in milliseconds since the epoch. */
  readonly resendAt: number;
}

/** Result of checking the two-factor token: the session, or a code is required. */
export type TokenCheck =
  | { readonly state: "complete"; readonly token: string; readonly trxToken: string | undefined }
  | { readonly state: "otpRequired"; readonly step: CodeStep };

/** A session in another team of the same user, or the step that leads to it. */
export interface TeamSwitch {
  readonly token2fa: string;
  readonly check: TokenCheck;
}

/** How a session ended; other tabs read it before they follow (SESS-45). */
export type SessionEnding = "signedOut" | "expired" | "forcedOut";

export interface SessionInput {
  readonly token: string | undefined;
  readonly token2fa: string | undefined;
  readonly tokenMode: boolean;
}

/** The stored data of an open session. */
export interface StoredSession {
  readonly token: string;
  readonly trxToken: string | undefined;
  readonly tokenMode: boolean;
}

export interface Context extends SessionInput {
  readonly trxToken: string | undefined;
  /** Undefined until the server has returned the user. */
  readonly userId: string | undefined;
  readonly step: CodeStep | undefined;
  /** Failure of the last step; cleared when a step starts. */
  readonly failure: unknown;
  /** Whether the code page shows that a new code was sent. */
  readonly wasResent: boolean;
  readonly ending: SessionEnding | undefined;
  /** The last requested team, so that its question can be answered. */
  readonly wantedTeam: string | undefined;
  /** Whether sign-in returns to the current page. */
  readonly keepsPlace: boolean;
}

export type SessionEvent =
  | ({ type: "signIn" } & Credentials)
  | ({ type: "register" } & Registration)
  | ({ type: "signInWith" } & LinkCredentials)
  | { type: "submitCode"; code: string }
  | { type: "resendCode" }
  | { type: "signOut" }
  | ({ type: "switchTeam" } & TeamSwitchRequest)
  /** The server no longer knows the session. */
  | { type: "expired" }
  /** Someone else ended the session. */
  | { type: "forcedOut" }
  /** The user closed the session-ended dialog. */
  | { type: "leaveEnded" }
  /** Another tab signed in. */
  | { type: "adopted"; token: string }
  /** The session ended in another tab. */
  | { type: "endedElsewhere"; ending: SessionEnding }
  | { type: "identified"; userId: string; paymentAuth: boolean }
  | { type: "pingAnswered"; isAlive: boolean }
  /** The server rejected the ping's token (SESS-56). */
  | { type: "pingRefused" }
  | { type: "pingFailed" }
  | { type: "multipleLoginAsked" }
  | { type: "multipleLoginDenied" }
  | { type: "dismissMultipleLogin" };

export type SessionState = "loggedOut" | "awaitingTwoFactor" | "loggedIn";
