export { RESET_RULES, SIGN_IN_RULES } from "./auth-form";
export { EmailLinkPage } from "./components/email-link-slot";
export { VendorMark } from "./components/vendor-mark";
export { getRequestedVendor, type Identity, identityQuery, storeIdentity, useIdentity } from "./identity";
export { applyAccountLanguage, useChooseLanguage } from "./language";
export { type Me, meQuery, type Plan, planQuery, usageQuery, useMe } from "./me";
export { MultipleLogin } from "./multiple-login/multiple-login";
export { useRevalidation } from "./revalidation";
export { sessionRoutes } from "./routes";
export {
  followTabs,
  getSessionState,
  isCodeAwaited,
  isConnectionLost,
  isForcedOut,
  isPaymentSession,
  session,
  startSession,
  switchTeam,
  useSession,
  useTokenMode,
} from "./session";
export { type Permission, useCan } from "./use-can";
export { applyVendor } from "./vendor-page";
