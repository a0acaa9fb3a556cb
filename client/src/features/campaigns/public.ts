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
export { ResendButton } from "./components/resend-button";
export { useTagOffers } from "./tag-offers";
