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
  useStopCampaign,
} from "./campaigns-data";
export { CampaignState } from "./components/campaign-state";
