export { type AbTest, useAbTest, useDuplicateTest } from "./ab/ab-data";
export { getLetter, MAX_VARIANTS, MIN_VARIANTS } from "./ab/rules";
export {
  type Campaign,
  type CampaignRow,
  type CampaignStatus,
  campaignPath,
  campaignQuery,
  isUnsent,
  useCampaign,
  useDuplicateCampaign,
  usePauseCampaign,
  useResumeCampaign,
  useSendAgain,
  useStopCampaign,
} from "./campaigns-data";
export { CampaignPreview } from "./components/campaign-preview";
export { CampaignState } from "./components/campaign-state";
export { CampaignTest } from "./components/campaign-test";
export { FindingRow } from "./components/finding-row";
export { ResendButton } from "./components/resend-button";
export { useEmailSize, useRecipientCount } from "./composer-data";
export { composerPath } from "./composer-paths";
export { describeFinding } from "./finding-text";
export { type CampaignFinding, useChecks } from "./review-data";
export { useTagSuggestions } from "./tag-suggestions";
