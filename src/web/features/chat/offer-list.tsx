import { Button } from '@mantine/core'
import type { Offer } from '#shared/chats.ts'
import { t } from '#web/languages/t.ts'
import { Notice } from '#web/ui/notice.tsx'
import classes from './offer-list.module.css'

/** What takes up a crawl for addresses that were offered. */
export type ReadOffers = { read: (offers: Offer[]) => void; busy: boolean; refused: string }

type OfferListProps = { offers: Offer[]; readOffers: ReadOffers }

/** Under an answer that the pages do not have: addresses that were found and not read, and the way to read them. */
export function OfferList({ offers, readOffers: { read, busy, refused } }: OfferListProps) {
  return (
    <section className={classes.offers} aria-label={t('Not read yet')}>
      <h3 className={classes.heading}>
        {t(
          'The crawl found {n, plural, one {# address with words of your question and did not read it.} other {# addresses with words of your question and did not read them.}} Reading takes one credit a page.',
          { n: offers.length },
        )}
      </h3>
      <ul className={classes.list}>
        {offers.map((offer) => (
          <li key={offer.url} className={classes.offer}>
            <span className={classes.words}>
              {offer.title}
              <span className={classes.address}>{offer.url}</span>
            </span>
            <Button
              variant="default"
              size="compact-sm"
              disabled={busy}
              aria-label={t('Read this page: {title}', { title: offer.title })}
              onClick={() => read([offer])}
            >
              {t('Read this page')}
            </Button>
          </li>
        ))}
      </ul>
      {offers.length > 1 && (
        <Button variant="light" size="compact-sm" loading={busy} onClick={() => read(offers)}>
          {t('Read all {n}', { n: offers.length })}
        </Button>
      )}
      {refused && <Notice tone="danger">{refused}</Notice>}
    </section>
  )
}
