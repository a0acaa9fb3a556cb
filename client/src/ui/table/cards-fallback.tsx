/** Of one card, as data-cards.module.css sets it. */
const MIN_CARD_HEIGHT_PX = 62;

/** Reserves the height of cards while their code loads. */
export function CardsFallback({ count }: { readonly count: number }) {
  return <div aria-busy="true" style={{ minBlockSize: count * MIN_CARD_HEIGHT_PX }} />;
}
