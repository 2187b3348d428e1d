import { Anchor } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import type { SharedCitation } from '#shared/shares.ts'
import { day } from '#web/languages/numbers-and-dates.ts'
import { rich, t } from '#web/languages/t.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import classes from './cited-quote.module.css'

type CitedQuoteProps = { citation: SharedCitation; onClose: () => void }

/** What a shared chat's citation stands on: the sentence as it was stored. It leads to the live page and nowhere else. */
export function CitedQuote({ citation, onClose }: CitedQuoteProps) {
  const { title, url, sentence, crawled_at: crawledAt } = citation
  return (
    <Dialog opened onClose={onClose} title={t('Cited sentence')} size="lg">
      <blockquote className={classes.quote}>
        <mark>{sentence}</mark>
      </blockquote>
      <p className={classes.page}>{title}</p>
      <p className={classes.facts}>
        {url}
        {crawledAt && (
          <>
            <br />
            {rich('As it stood on {time}', {
              time: <time dateTime={crawledAt}>{day(crawledAt, { dateStyle: 'long' })}</time>,
            })}
          </>
        )}
      </p>
      {/^https?:\/\//i.test(url) && (
        <Anchor href={url} target="_blank" rel="noopener noreferrer nofollow" size="sm">
          {t('Open live page')} <IconExternalLink size={13} aria-hidden />
        </Anchor>
      )}
    </Dialog>
  )
}
