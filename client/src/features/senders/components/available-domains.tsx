import { Box, Button } from "@mantine/core";
import { useTranslation } from "@/lib/i18n/translation";
import { DividedList } from "@/ui/components/divided-list";
import { StatusDot } from "@/ui/components/status-dot";
import type { DomainAvailability } from "../buying-data";
import { formatMoney } from "../money";
import classes from "./buy.module.css";

interface Props {
  readonly label: string;
  readonly offers: readonly DomainAvailability[];
  /** Names that the team has already ordered. */
  readonly ordered: ReadonlySet<string>;
  /** Undefined without permission to order. */
  readonly onOrder?: ((offer: DomainAvailability) => void) | undefined;
}

/** Domains for sale with their prices. */
export function AvailableDomains({ label, offers, ordered, onOrder }: Props) {
  const { t } = useTranslation();
  return (
    <DividedList className={classes.rows ?? ""} aria-label={label}>
      {offers.map((offer) => {
        const isOrdered = ordered.has(offer.name);
        return (
          <li key={offer.name}>
            <b className={classes.domain}>{offer.name}</b>
            <StatusDot kind={isOrdered ? "info" : offer.available ? "ok" : "off"}>
              {t(`senders.buy.${isOrdered ? "ordered" : offer.available ? "available" : "taken"}`)}
            </StatusDot>
            <span className={classes.price}>
              {t("senders.buy.aYear", { price: formatMoney(offer.price, offer.currency) })}
            </span>
            {onOrder ? (
              <Box component="span" miw={80} ta="end">
                {offer.available && !isOrdered ? (
                  <Button
                    size="sm"
                    aria-label={t("senders.buy.order", { name: offer.name })}
                    onClick={() => onOrder(offer)}
                  >
                    {t("senders.buy.orderShort")}
                  </Button>
                ) : null}
              </Box>
            ) : null}
          </li>
        );
      })}
    </DividedList>
  );
}
