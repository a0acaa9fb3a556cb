export { type Identity, identityQuery, rememberIdentity, useIdentity } from "./identity";
export { meQuery, planQuery, usageQuery, useMe } from "./me";
export { sessionRoutes } from "./routes";
export { isCodeAwaited, session, sessionState, startSession, useSession } from "./session";
export { VendorMark } from "./components/vendor-mark";
