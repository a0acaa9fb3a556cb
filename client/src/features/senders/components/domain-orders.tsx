import { Box, Button } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { Link } from "react-router";
import { openHelp } from "@/features/help/public";
import { formatDate } from "@/lib/dates";
import type { Translate } from "@/lib/i18n/translation";
import { useTranslation } from "@/lib/i18n/translation";
import { ConfirmDialog } from "@/ui/components/confirm-dialog";
import { DividedList } from "@/ui/components/divided-list";
import { FailureNotice } from "@/ui/components/failure-notice";
import { RelativeTime } from "@/ui/components/relative-time";
import { StatusDot, type StatusKind } from "@/ui/components/status-dot";
import { toastFailure } from "@/ui/toast-failure";
import { toast } from "@/ui/toasts";
import { type DomainOrder, useCancelOrder, useConfirmOrder } from "../buying-data";
import { formatMoney } from "../money";
import classes from "./buy.module.css";

const RenameOrderDialog = lazy(async () => ({ default: (await import("./rename-order-dialog")).RenameOrderDialog }));

const DOTS: Readonly<Record<DomainOrder["buyStatus"], StatusKind>> = {
  NONE: "off",
  UNPAID: "warn",
  PAID: "live",
  ACTIVE: "ok",
};

/** Status text of an order; of an active domain, its expiry date. */
function describeStatus({ problem, buyStatus, expiresAt }: DomainOrder, t: Translate): string {
  if (problem) return t(`senders.buy.problems.${problem}`);
  if (buyStatus === "ACTIVE" && expiresAt) return t("senders.buy.until", { date: formatDate(expiresAt) });
  return t(`senders.buy.states.${buyStatus}`);
}

interface Props {
  readonly orders: readonly DomainOrder[];
  /** Payments are simulated: users who can order can also confirm the payment. */
  readonly isSandbox: boolean;
  readonly canBuy: boolean;
}

/** The team's domain orders with their status. */
export function DomainOrders({ orders, isSandbox, canBuy }: Props) {
  const { t } = useTranslation();
  const [cancelledOrder, setCancelledOrder] = useState<DomainOrder>();
  const [renamedOrder, setRenamedOrder] = useState<DomainOrder>();
  const cancel = useCancelOrder();
  const confirm = useConfirmOrder();
  const showFailure = (failure: unknown): void => toastFailure(failure, t);
  return (
    <>
      <DividedList className={classes.rows ?? ""} aria-label={t("senders.buy.orders")} aria-live="polite">
        {orders.map((order) => (
          <li key={order.orderId}>
            <b className={classes.domain}>
              {order.domainId ? <Link to={`/senders/domains/${order.domainId}`}>{order.name}</Link> : order.name}
            </b>
            <StatusDot kind={order.problem ? "bad" : DOTS[order.buyStatus]}>{describeStatus(order, t)}</StatusDot>
            <span className={classes.price}>
              {t("senders.buy.years", { count: order.billingPeriod })} · {formatMoney(order.price, order.currency)} ·{" "}
              <RelativeTime at={order.createdAt} />
            </span>
            {order.problem ? (
              <Box component="p" m={0} flex="1 1 100%" c="var(--text2)" style={{ overflowWrap: "anywhere" }}>
                {t(`senders.buy.next.${order.problem}`, { name: order.name })}{" "}
                {canBuy ? null : t("senders.buy.next.askAdmin")}
              </Box>
            ) : null}
            {canBuy && order.problem ? (
              <span className={classes.acts}>
                <Button
                  size="sm"
                  aria-label={t("senders.buy.renameOf", { name: order.name })}
                  onClick={() => setRenamedOrder(order)}
                >
                  {t("senders.buy.rename")}
                </Button>
                <Button size="sm" onClick={() => openHelp({ name: "contact" })}>
                  {t("words.contactUs")}
                </Button>
              </span>
            ) : null}
            {canBuy && order.buyStatus === "UNPAID" ? (
              <span className={classes.acts}>
                <Button
                  size="sm"
                  aria-label={t("senders.buy.cancelOf", { name: order.name })}
                  onClick={() => setCancelledOrder(order)}
                >
                  {t("senders.buy.cancel")}
                </Button>
                {isSandbox ? (
                  <Button
                    size="sm"
                    aria-label={t("senders.buy.payOf", { name: order.name })}
                    loading={confirm.isPending && confirm.variables === order}
                    onClick={() => confirm.mutate(order, { onError: showFailure })}
                  >
                    {t("senders.buy.pay")}
                  </Button>
                ) : null}
              </span>
            ) : null}
          </li>
        ))}
      </DividedList>
      <Suspense fallback={null}>
        {renamedOrder ? (
          <RenameOrderDialog
            order={renamedOrder}
            onClose={() => setRenamedOrder(undefined)}
            onDone={(name) => {
              void toast("success", t("senders.buy.renamed", { name }));
              setRenamedOrder(undefined);
            }}
          />
        ) : null}
      </Suspense>
      {cancelledOrder ? (
        <ConfirmDialog
          title={t("senders.buy.cancelTitle", { name: cancelledOrder.name })}
          confirmLabel={t("senders.buy.cancel")}
          cancelLabel={t("senders.buy.keep")}
          isDangerous
          isBusy={cancel.isPending}
          onCancel={() => setCancelledOrder(undefined)}
          onConfirm={() => cancel.mutate(cancelledOrder, { onSuccess: () => setCancelledOrder(undefined) })}
        >
          <p>{t("senders.buy.cancelHelp")}</p>
          <FailureNotice error={cancel.error} />
        </ConfirmDialog>
      ) : null}
    </>
  );
}
