import { Select } from "@mantine/core";
import "@mantine/core/styles/Popover.layer.css";
import "@mantine/core/styles/ScrollArea.layer.css";
import "@mantine/core/styles/Combobox.layer.css";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { useCampaignName, useCampaignSearch } from "../segments-data";
import classes from "./builder.module.css";

interface Props {
  readonly campaignId: string | null;
  readonly onChange: (campaignId: string | null) => void;
}

/** Pause in typing before the search request. */
const PAUSE_MS = 200;

/** Any campaign, or one searched by its name. */
export function CampaignChoice({ campaignId, onChange }: Props) {
  const { t } = useTranslation();
  const name = useCampaignName(campaignId);
  const [typed, setTyped] = useState("");
  const [isOpened, setOpened] = useState(false);
  const [search] = useDebouncedValue(typed === name ? "" : typed.trim(), PAUSE_MS);
  const campaigns = useCampaignSearch(search, isOpened).data?.items ?? [];
  const data = campaigns.map((campaign) => ({ value: campaign.id, label: campaign.name }));
  if (campaignId && !data.some(({ value }) => value === campaignId)) {
    data.unshift({ value: campaignId, label: name ?? t("segments.activity.thatCampaign") });
  }
  return (
    <Select
      className={classes.campaign ?? ""}
      data-part="campaign"
      size="xs"
      aria-label={t("words.campaign")}
      placeholder={t("segments.activity.anyCampaign")}
      searchable
      clearable
      data={data}
      value={campaignId}
      onChange={onChange}
      onSearchChange={setTyped}
      onDropdownOpen={() => setOpened(true)}
      filter={({ options }) => options}
      nothingFoundMessage={t("segments.activity.noCampaign")}
      comboboxProps={{ shadow: "none" }}
    />
  );
}
