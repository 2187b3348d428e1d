import { Anchor } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import type { SharedCitation } from '#shared/chat/shares.ts'
import { ComparedWords } from '#web/features/claims/compared-words.tsx'
import { GoneNote } from '#web/features/claims/gone-note.tsx'
import { StateLabel } from '#web/features/claims/state-label.tsx'
import { day } from '#web/messages/numbers-and-dates.ts'
import { rich, t } from '#web/messages/t.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { useShortTitle } from '#web/ui/hooks/use-short-title.tsx'
import classes from './cited-quote-dialog.module.css'

type CitedQuoteDialogProps = { citation: SharedCitation; onClose: () => void }

/** The cited sentence of a shared chat. Links to the live page only, because visitors cannot open stored pages. */
export function CitedQuoteDialog({ citation, onClose }: CitedQuoteDialogProps) {
  const shortTitle = useShortTitle()
  const { url, sentence, state, crawled_at: crawledAt } = citation
  return (
    <Dialog opened onClose={onClose} title={t('share.citedSentence')} size="lg">
      <p className={classes.facts}>
        <StateLabel state={state} />
        {citation.gone && (
          <>
            {' · '}
            <GoneNote citation={citation} />
          </>
        )}
      </p>
      {state === 'quoted' ? (
        <blockquote className={classes.quote}>
          <mark>{sentence}</mark>
        </blockquote>
      ) : (
        <div className={classes.compared}>
          <ComparedWords citation={citation} />
        </div>
      )}
      <p className={classes.page}>{shortTitle(citation)}</p>
      <p className={classes.facts}>
        {url}
        {crawledAt && (
          <>
            <br />
            {rich('share.storedOn', {
              time: <time dateTime={crawledAt}>{day(crawledAt, { dateStyle: 'long' })}</time>,
            })}
          </>
        )}
      </p>
      {/^https?:\/\//i.test(url) && (
        <Anchor href={url} target="_blank" rel="noopener noreferrer nofollow" size="sm">
          {t('foundPages.openLivePage')} <IconExternalLink size={13} aria-hidden />
        </Anchor>
      )}
    </Dialog>
  )
}
