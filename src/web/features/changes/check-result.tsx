import { Button } from '@mantine/core'
import { plainSentence } from '#shared/chat/plain-text.ts'
import type { ChatCheck, CheckedPage, Difference } from '#shared/crawl/changes.ts'
import { detailText, failureMessage } from '#web/messages/error-text.ts'
import { t } from '#web/messages/t.ts'
import { Notice } from '#web/ui/notice.tsx'
import { useShortTitle } from '#web/ui/hooks/use-short-title.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import classes from './changes-dialog.module.css'
import { stateKeys, checkSummary } from './check-summary.ts'

type CheckResultProps = { check: ChatCheck; defaultOpened: boolean; onUpgrade: () => void }

/** Result of one check: counts, then each page with its added and removed sentences. */
export function CheckResult({ check, defaultOpened, onUpgrade }: CheckResultProps) {
  const { finishedAt, scheduled, status, error, pages } = check
  const found = check.pagesAdded + check.pagesChanged + check.pagesGone + check.pagesFailed
  return (
    <section className={classes.result}>
      <h3 className={classes.heading}>
        {scheduled ? t('changes.checkedOnSchedule') : t('changes.checked')}{' '}
        {finishedAt && <RelativeTime iso={finishedAt} />}
      </h3>
      <p className={classes.summary}>
        {checkSummary(check)}
        {status === 'stopped' && ` · ${t('changes.stopped')}`}
      </p>
      {error && (
        <Notice
          tone="warning"
          action={
            error.code === 'credits.ran-out' && (
              <Button size="compact-sm" onClick={onUpgrade}>
                {t('common.upgrade')}
              </Button>
            )
          }
        >
          {failureMessage(error)}
        </Notice>
      )}
      <ul className={classes.pages}>
        {pages.map((page) => (
          <li key={page.pageId}>
            <PageResult page={page} defaultOpened={defaultOpened && pages.length === 1} />
          </li>
        ))}
      </ul>
      {found > pages.length && <p className={classes.summary}>{t('changes.morePages', { n: found - pages.length })}</p>}
    </section>
  )
}

function PageResult({ page, defaultOpened }: { page: CheckedPage; defaultOpened: boolean }) {
  const { url, state, difference } = page
  const shortTitle = useShortTitle()
  return (
    <details className={classes.page} open={defaultOpened}>
      <summary className={classes.toggle}>
        <span className={classes.title}>{shortTitle(page)}</span>
        <span className={classes.state} data-state={state}>
          {t(stateKeys[state])}
        </span>
        <span className={classes.url}>{url}</span>
      </summary>
      <div className={classes.difference}>
        {difference && <Sentences difference={difference} />}
        {state === 'added' && <p>{t('changes.addedHint')}</p>}
        {state === 'gone' && (
          <p>
            {t('changes.goneHint', {
              reason: detailText(page),
            })}
          </p>
        )}
        {state === 'failed' && (
          <p>
            {t('changes.notReadHint', {
              reason: detailText(page),
            })}
          </p>
        )}
      </div>
    </details>
  )
}

function Sentences({ difference }: { difference: Difference }) {
  const { removed, added, removedCount, addedCount } = difference
  return (
    <>
      {removed.length > 0 && <p>{t('changes.sentencesRemoved', { n: removedCount })}</p>}
      {removed.map((sentence) => (
        <del key={sentence} className={classes.removed}>
          {plainSentence(sentence)}
        </del>
      ))}
      {removedCount > removed.length && (
        <p className={classes.more}>{t('common.andMore', { n: removedCount - removed.length })}</p>
      )}
      {added.length > 0 && <p>{t('changes.sentencesAdded', { n: addedCount })}</p>}
      {added.map((sentence) => (
        <ins key={sentence} className={classes.added}>
          {plainSentence(sentence)}
        </ins>
      ))}
      {addedCount > added.length && (
        <p className={classes.more}>{t('common.andMore', { n: addedCount - added.length })}</p>
      )}
    </>
  )
}
