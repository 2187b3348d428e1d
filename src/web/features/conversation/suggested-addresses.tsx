import { Button } from '@mantine/core'
import type { Offer } from '#shared/chat/chats.ts'
import { t } from '#web/messages/t.ts'
import { Notice } from '#web/ui/notice.tsx'
import classes from './suggested-addresses.module.css'

/** Continues the crawl for suggested addresses. */
export type CrawlSuggestions = { onCrawl: (addresses: Offer[]) => void; busy: boolean; error: string }

type SuggestedAddressesProps = CrawlSuggestions & { addresses: Offer[] }

/**
 * Shown if the pages do not answer the question: addresses that were found but not crawled, with buttons to crawl them.
 */
export function SuggestedAddresses({ addresses, onCrawl, busy, error }: SuggestedAddressesProps) {
  return (
    <section className={classes.addresses} aria-label={t('assistant.notCrawledYet')}>
      <h3 className={classes.heading}>{t('assistant.offerHint', { n: addresses.length })}</h3>
      <ul className={classes.list}>
        {addresses.map((address) => (
          <li key={address.url} className={classes.item}>
            <span className={classes.text}>
              {address.title}
              <span className={classes.url}>{address.url}</span>
            </span>
            <Button
              variant="default"
              size="compact-sm"
              disabled={busy}
              aria-label={t('assistant.crawlPageNamed', { title: address.title })}
              onClick={() => onCrawl([address])}
            >
              {t('assistant.crawlPage')}
            </Button>
          </li>
        ))}
      </ul>
      {addresses.length > 1 && (
        <Button variant="light" size="compact-sm" loading={busy} onClick={() => onCrawl(addresses)}>
          {t('assistant.crawlAll', { n: addresses.length })}
        </Button>
      )}
      {error && <Notice tone="danger">{error}</Notice>}
    </section>
  )
}
