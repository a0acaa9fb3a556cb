/** Minimum height of a card in data-cards.module.css. */
const MIN_CARD_HEIGHT_PX = 62;

/** Reserves the height of cards while their code loads. */
export function CardsFallback({ count }: { readonly count: number }) {
  return <div aria-busy="true" style={{ minBlockSize: count * MIN_CARD_HEIGHT_PX }} />;
}
