import { Anchor, Button, Skeleton, Text } from '@mantine/core'
import { IconCheck, IconListCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { plainSentence } from '#shared/chat/plain-text.ts'
import type { SuggestedGoldenQuestions } from '#shared/chat/golden-questions.ts'
import { failureText } from '#web/api/request.ts'
import { t } from '#web/messages/t.ts'
import { goldenSuggestionsQuery, useSaveGolden } from '#web/queries/golden.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { takeFocus } from '#web/ui/hooks/take-focus.ts'
import { useShortTitle } from '#web/ui/hooks/use-short-title.tsx'
import { SentencePair } from '#web/ui/sentence-pair.tsx'
import classes from './checks.module.css'

/** Questions that the pages of a notebook answer, each of which can be kept as a check. */
export function SuggestedChecks({ notebookId }: { notebookId: string }) {
  const { data, isError, refetch } = useQuery(goldenSuggestionsQuery(notebookId))
  return (
    <section className={classes.suggestions} aria-labelledby="suggested-checks">
      <h2 id="suggested-checks" className={classes.heading}>
        {t('golden.suggested')}
      </h2>
      {isError && <ErrorState title={t('golden.suggestFailed')} onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton height={120} role="status" aria-label={t('golden.suggesting')} />}
      {data?.questions.length === 0 && <Text c="dimmed">{t('golden.noSuggestions')}</Text>}
      {data && data.questions.length > 0 && (
        <ul className={classes.list}>
          {data.questions.map((suggested) => (
            <SuggestedCheck key={suggested.question} notebookId={notebookId} suggested={suggested} />
          ))}
        </ul>
      )}
    </section>
  )
}

type SuggestedCheckProps = { notebookId: string; suggested: SuggestedGoldenQuestions['questions'][number] }

function SuggestedCheck({ notebookId, suggested }: SuggestedCheckProps) {
  const saving = useSaveGolden(notebookId)
  const shortTitle = useShortTitle()
  const { question, page, title, sentence } = suggested
  const source = (
    <Anchor href={page} target="_blank" rel="noreferrer" size="sm">
      {shortTitle({ url: page, title })}
    </Anchor>
  )
  return (
    <li className={classes.check}>
      <h3 className={classes.question}>{question}</h3>
      <SentencePair sides={[{ sentence: plainSentence(sentence), source }]} />
      <div className={classes.keep}>
        {saving.isSuccess ? (
          <Text ref={takeFocus} tabIndex={-1} role="status" size="sm" className={classes.outcome} data-outcome="passed">
            <IconCheck size={16} aria-hidden /> {t('golden.kept')}
          </Text>
        ) : (
          <Button
            variant="default"
            size="compact-md"
            leftSection={<IconListCheck size={16} aria-hidden />}
            aria-label={t('golden.keepNamed', { question })}
            loading={saving.isPending}
            onClick={() => saving.mutate({ input: { question, page, sentence } })}
          >
            {t('golden.keep')}
          </Button>
        )}
      </div>
      {saving.error && <Notice tone="danger">{failureText(saving.error, 'server.unexpected')}</Notice>}
    </li>
  )
}
