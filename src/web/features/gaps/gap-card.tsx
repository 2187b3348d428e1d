import { Button, Text, UnstyledButton } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import type { Gap, GapDecision, GapPage } from '#shared/chat/gaps.ts'
import { failureText } from '#web/api/request.ts'
import { rich, t } from '#web/messages/t.ts'
import { useDecideGap } from '#web/queries/gaps.ts'
import { useSaveGolden } from '#web/queries/golden.ts'
import { useShortTitle } from '#web/ui/hooks/use-short-title.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { takeFocus } from '#web/ui/hooks/take-focus.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import classes from './gaps.module.css'

type OpenPage = (page: GapPage & { pageId: string }) => void
type GapCardProps = { notebookId: string; gap: Gap; onOpen: OpenPage }

/** One group of unanswered questions. */
export function GapCard({ notebookId, gap, onOpen }: GapCardProps) {
  const { questions, count, refused, unconfirmed, last_asked, closest, answered_by, decision } = gap
  const deciding = useDecideGap(notebookId)
  const keeping = useSaveGolden(notebookId)
  const weak = count - refused - unconfirmed
  const failure = deciding.error ?? keeping.error
  const action = (text: string, to: GapDecision) => (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      loading={deciding.isPending && deciding.variables.decision === to}
      onClick={() => deciding.mutate({ id: gap.id, decision: to })}
    >
      {text}
    </Button>
  )
  return (
    <li className={classes.gap}>
      <Question text={questions[0] ?? ''} />
      <Text size="sm" c="dimmed">
        {rich('gaps.asked', { n: count, time: <RelativeTime key="time" iso={last_asked} /> })}
        {weak > 0 && ` · ${count === 1 ? t('gaps.weakOnce') : t('gaps.weak', { n: weak })}`}
        {unconfirmed > 0 && ` · ${count === 1 ? t('gaps.unconfirmedOnce') : t('gaps.unconfirmed', { n: unconfirmed })}`}
      </Text>
      {answered_by ? (
        <Text size="sm" className={classes.answered}>
          <IconCircleCheck size={16} aria-hidden />
          <span>
            {rich('gaps.answeredSince', { page: <PageLink key="page" page={answered_by} onOpen={onOpen} /> })}
          </span>
        </Text>
      ) : (
        <Text size="sm">
          {closest
            ? rich('gaps.closest', { page: <PageLink key="page" page={closest} onOpen={onOpen} /> })
            : t('gaps.noClosest')}
        </Text>
      )}
      {questions.length > 1 && (
        <details className={classes.wordings}>
          <summary>{t('gaps.wordings', { n: questions.length - 1 })}</summary>
          <ul>
            {questions.slice(1).map((question) => (
              <li key={question}>{question}</li>
            ))}
          </ul>
        </details>
      )}
      <div className={classes.actions}>
        {decision === 'open' ? (
          <>
            {action(t('gaps.resolve'), 'resolved')}
            {action(t('gaps.ignore'), 'ignored')}
          </>
        ) : (
          action(t('gaps.restore'), 'open')
        )}
        {keeping.isSuccess ? (
          <Text ref={takeFocus} tabIndex={-1} size="sm" c="dimmed" role="status">
            {t('gaps.kept')}
          </Text>
        ) : (
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            loading={keeping.isPending}
            onClick={() => keeping.mutate({ input: goldenOf(gap) })}
          >
            {t('gaps.keep')}
          </Button>
        )}
      </div>
      {failure && <Notice tone="danger">{failureText(failure, 'server.unexpected')}</Notice>}
    </li>
  )
}

/** Longer questions take more than the three lines that are shown at first. */
const LONG_QUESTION = 300

function Question({ text }: { text: string }) {
  const [isWhole, setIsWhole] = useState(false)
  const isLong = text.length > LONG_QUESTION
  return (
    <>
      <p className={classes.question} data-clamped={(isLong && !isWhole) || undefined}>
        {text}
      </p>
      {isLong && (
        <UnstyledButton className={classes.page} aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {t(isWhole ? 'gaps.showLess' : 'gaps.showMore')}
        </UnstyledButton>
      )}
    </>
  )
}

function PageLink({ page, onOpen }: { page: GapPage; onOpen: OpenPage }) {
  const { pageId } = page
  const title = useShortTitle()(page)
  if (pageId === null) return title
  return (
    <UnstyledButton
      className={classes.page}
      aria-label={t('gaps.openPage', { title })}
      onClick={() => onOpen({ ...page, pageId })}
    >
      {title}
    </UnstyledButton>
  )
}

/** With the page and sentence that answer the gap since, if any. */
const goldenOf = ({ questions, answered_by }: Gap) => ({
  question: questions[0] ?? '',
  page: answered_by?.url ?? null,
  sentence: answered_by?.sentence ?? null,
})
