import { Button } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import type { ChatCheck, CheckedPage, Difference } from '#shared/changes.ts'
import { saidWords, sentenceWords } from '#web/languages/said-words.ts'
import { t } from '#web/languages/t.ts'
import { Notice } from '#web/ui/notice.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import classes from './changes-dialog.module.css'
import { stateWords, summaryWords } from './check-words.ts'

type CheckResultProps = { check: ChatCheck; defaultOpened: boolean; onUpgrade: () => void }

/** What one check found: in numbers, and page by page with the sentences that came and went. */
export function CheckResult({ check, defaultOpened, onUpgrade }: CheckResultProps) {
  const { finishedAt, scheduled, status, error, pages } = check
  const found = check.pagesChanged + check.pagesGone + check.pagesFailed
  return (
    <section className={classes.result}>
      <h3 className={classes.heading}>
        {scheduled ? t('Checked on schedule') : t('Checked')} {finishedAt && <RelativeTime iso={finishedAt} />}
      </h3>
      <p className={classes.summary}>
        {summaryWords(check)}
        {status === 'stopped' && ` · ${t('Stopped')}`}
      </p>
      {error && (
        <Notice
          tone="warning"
          action={
            error.code === 'credits.ran-out' && (
              <Button size="compact-sm" onClick={onUpgrade}>
                {t('Upgrade')}
              </Button>
            )
          }
        >
          {saidWords(error.code, error.message)}
        </Notice>
      )}
      <ul className={classes.pages}>
        {pages.map((page) => (
          <li key={page.pageId}>
            <PageResult page={page} defaultOpened={defaultOpened && pages.length === 1} />
          </li>
        ))}
      </ul>
      {found > pages.length && (
        <p className={classes.summary}>{t('and {n} more pages', { n: found - pages.length })}</p>
      )}
    </section>
  )
}

function PageResult({ page, defaultOpened }: { page: CheckedPage; defaultOpened: boolean }) {
  const { title, url, state, detail, difference } = page
  return (
    <details className={classes.page} open={defaultOpened}>
      <summary className={classes.toggle}>
        <IconChevronRight size={16} aria-hidden className={classes.chevron} />
        <span className={classes.name}>
          <span className={classes.title}>{title}</span>
          <span className={classes.url}>{url}</span>
        </span>
        <span className={classes.state} data-state={state}>
          {t(stateWords[state])}
        </span>
      </summary>
      <div className={classes.difference}>
        {difference && <Sentences difference={difference} />}
        {state === 'gone' && (
          <p>{t('The site does not have this page any more ({reason}). Its last text is kept.', { reason: sentenceWords(detail) })}</p>
        )}
        {state === 'failed' && (
          <p>{t('It could not be read this time: {reason}. Its text stays as it was.', { reason: sentenceWords(detail) })}</p>
        )}
      </div>
    </details>
  )
}

function Sentences({ difference }: { difference: Difference }) {
  const { removed, added, removedCount, addedCount } = difference
  return (
    <>
      {removed.length > 0 && (
        <p>{t('{n, plural, one {# sentence} other {# sentences}} removed', { n: removedCount })}</p>
      )}
      {removed.map((sentence) => (
        <del key={sentence} className={classes.removed}>
          {sentence}
        </del>
      ))}
      {removedCount > removed.length && (
        <p className={classes.more}>{t('and {n, number} more', { n: removedCount - removed.length })}</p>
      )}
      {added.length > 0 && <p>{t('{n, plural, one {# sentence} other {# sentences}} added', { n: addedCount })}</p>}
      {added.map((sentence) => (
        <ins key={sentence} className={classes.added}>
          {sentence}
        </ins>
      ))}
      {addedCount > added.length && (
        <p className={classes.more}>{t('and {n, number} more', { n: addedCount - added.length })}</p>
      )}
    </>
  )
}
