export { Entrance } from "./components/entrance-slot";
export { VendorMark } from "./components/vendor-mark";
export { type Identity, identityQuery, rememberIdentity, useIdentity } from "./identity";
export { type Me, meQuery, type Plan, planQuery, usageQuery, useMe } from "./me";
export { sessionRoutes } from "./routes";
export { isCodeAwaited, session, sessionState, startSession, useSession } from "./session";
