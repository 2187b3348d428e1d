import { Anchor, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Citation } from '#shared/chat/chats.ts'
import { findDisagreements } from '#shared/chat/find-disagreements.ts'
import { Quote } from '#web/features/claims/quote.tsx'
import { t } from '#web/messages/t.ts'
import { conflictsQuery } from '#web/queries/notebooks.ts'
import { useShortTitle } from '#web/ui/hooks/use-short-title.tsx'
import { Notice } from '#web/ui/notice.tsx'
import classes from './message.module.css'

type DisagreeingPagesProps = { notebookId: string; citations: Citation[]; onCite: (citation: Citation) => void }

/** Other pages of the notebook that disagree with a source of the answer, as its last search for conflicts found. */
export function DisagreeingPages({ notebookId, citations, onCite }: DisagreeingPagesProps) {
  const { data } = useQuery(conflictsQuery(notebookId))
  const shortTitle = useShortTitle()
  const found = findDisagreements(data?.conflicts ?? [], citations)
  if (found.length === 0) return null
  const cited = new Set(citations.map(({ pageId }) => pageId))
  const areAllCited = found.every(({ pageId }) => cited.has(pageId))
  return (
    <Notice tone="warning" className={classes.notice}>
      {areAllCited ? t('conflicts.amongCited') : t('conflicts.inAnswer', { n: found.length })}
      <ul className={classes.disagreements}>
        {found.map((statement) => (
          <li key={`${statement.pageId} ${statement.sentence}`}>
            <Quote text={statement.sentence} />{' '}
            <UnstyledButton
              className={classes.page}
              aria-label={t('conflicts.openPage', { title: shortTitle(statement) })}
              onClick={() =>
                onCite({ ...statement, marker: 0, passageId: '', state: 'quoted', verified: true, claim: '' })
              }
            >
              {shortTitle(statement)}
            </UnstyledButton>
          </li>
        ))}
      </ul>
      <Anchor
        inherit
        renderRoot={(props) => (
          <Link to="/notebooks/$id" params={{ id: notebookId }} search={{ tab: 'conflicts' }} {...props} />
        )}
      >
        {t('conflicts.showAll')}
      </Anchor>
    </Notice>
  )
}
