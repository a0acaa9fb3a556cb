export {
  type Campaign,
  type CampaignRow,
  type CampaignStatus,
  campaignPath,
  campaignQuery,
  useCampaign,
  useDuplicateCampaign,
  usePauseCampaign,
  useResumeCampaign,
  useSendAgain,
  useStopCampaign,
} from "./campaigns-data";
export { CampaignPreview } from "./components/campaign-preview";
export { CampaignState } from "./components/campaign-state";
