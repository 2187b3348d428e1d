import { ActionIcon, Anchor } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { plainSentence } from '#shared/chat/plain-text.ts'
import type { GoldenOutcome, GoldenQuestion, GoldenResult } from '#shared/chat/golden-questions.ts'
import { failureText } from '#web/api/request.ts'
import { t } from '#web/messages/t.ts'
import { useDeleteGolden } from '#web/queries/golden.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useShortTitle } from '#web/ui/hooks/use-short-title.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SentencePair } from '#web/ui/sentence-pair.tsx'
import classes from './checks.module.css'

const outcomes = {
  passed: { icon: IconCircleCheck, text: 'golden.passed' },
  changed: { icon: IconAlertTriangle, text: 'golden.changed' },
  lost: { icon: IconCircleX, text: 'golden.lost' },
  failed: { icon: IconCircleX, text: 'golden.failed' },
} as const

type CheckCardProps = {
  notebookId: string
  question: GoldenQuestion
  /** Undefined before the first run with this question. */
  result: GoldenResult | undefined
  onEdit: () => void
}

/** One golden question with its last result. */
export function CheckCard({ notebookId, question: golden, result, onEdit }: CheckCardProps) {
  const [isConfirming, setIsConfirming] = useState(false)
  const deleting = useDeleteGolden(notebookId)
  const shortTitle = useShortTitle()
  const { question, page } = golden
  return (
    <li className={classes.check}>
      <CheckSentences
        question={question}
        outcome={result?.outcome}
        isNew={result?.newly_answered}
        expected={result && expectedSentence(result)}
        found={
          result?.found && {
            sentence: foundSentence(result),
            source: (
              <Anchor href={result.found.url} target="_blank" rel="noreferrer" size="sm">
                {shortTitle(result.found)}
              </Anchor>
            ),
          }
        }
        note={result && faultText(golden, result)}
        page={page}
        actions={
          <span className={classes.actions}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={32}
              aria-label={t('golden.editNamed', { question })}
              data-hint={t('golden.edit')}
              onClick={onEdit}
            >
              <IconPencil size={16} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={32}
              aria-label={t('golden.deleteNamed', { question })}
              data-hint={t('common.delete')}
              onClick={() => setIsConfirming(true)}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </span>
        }
      />
      {deleting.error && <Notice tone="danger">{failureText(deleting.error, 'server.unexpected')}</Notice>}
      <ConfirmDialog
        opened={isConfirming}
        type="danger"
        title={t('golden.deleteQuestion')}
        message={t('golden.deleteHint', { question })}
        confirmLabel={t('common.delete')}
        busy={deleting.isPending}
        onCancel={() => setIsConfirming(false)}
        onConfirm={() => deleting.mutate(golden.id, { onSettled: () => setIsConfirming(false) })}
      />
    </li>
  )
}

/** Only a sentence that the page no longer has is shown. */
function expectedSentence({ outcome, expected, found }: GoldenResult): ReactNode {
  if (outcome === 'changed') return <OtherWords text={expected ?? ''} than={found?.sentence ?? ''} />
  return outcome === 'lost' && expected !== null ? plainSentence(expected) : null
}

function foundSentence({ outcome, expected, found }: GoldenResult): ReactNode {
  const sentence = found?.sentence ?? ''
  return outcome === 'changed' ? <OtherWords text={sentence} than={expected ?? ''} /> : plainSentence(sentence)
}

type CheckSentencesProps = {
  question: string
  outcome: GoldenOutcome | undefined
  isNew?: boolean | undefined
  /** Shown beside the sentence of today, if there is one; null to show only that one. */
  expected: ReactNode
  found: { sentence: ReactNode; source: ReactNode } | null | undefined
  note?: string | null | undefined
  page?: string | null
  actions?: ReactNode
}

export function CheckSentences(props: CheckSentencesProps) {
  const { question, outcome, isNew, expected, found, note, page, actions } = props
  const { icon: Icon, text } = outcome ? outcomes[outcome] : { icon: IconCircleDashed, text: 'golden.notRun' as const }
  const hasSentences = Boolean(found || expected)
  return (
    <>
      <div className={classes.head}>
        <span className={classes.outcome} data-outcome={outcome}>
          <Icon size={18} aria-hidden /> {t(text)}
        </span>
        {isNew && <span className={classes.new}>{t('golden.newlyAnswered')}</span>}
        {actions}
      </div>
      <h2 className={classes.question}>{question}</h2>
      {note && <p className={classes.note}>{note}</p>}
      {hasSentences && <SentencePair sides={sidesOf(props)} />}
      {!hasSentences && page && <p className={classes.dimmed}>{page}</p>}
    </>
  )
}

/** The expected sentence, if there is one, and that of today. */
function sidesOf({ outcome, expected, found, page }: CheckSentencesProps) {
  const isLost = outcome === 'lost'
  const foundLabel = isLost ? t(found ? 'golden.closestNow' : 'golden.nothingNow') : expected && t('golden.now')
  const foundSide = { label: foundLabel, sentence: found?.sentence, source: found?.source }
  if (!expected) return [foundSide]
  const address = (isLost && page) || undefined
  return [{ label: t('golden.expected'), sentence: expected, address }, foundSide]
}

/** A text whose words that the other one doesn't have are marked. */
function OtherWords({ text, than }: { text: string; than: string }) {
  const others = new Set(plainSentence(than).split(/\s+/))
  return plainSentence(text)
    .split(/(\s+)/)
    .map((word, n) => {
      const isSpace = n % 2 === 1
      return isSpace || others.has(word) ? word : <mark key={n}>{word}</mark>
    })
}

/** What went wrong; null for a check that passed or whose sentences say it. */
function faultText({ sentence, page }: GoldenQuestion, { outcome, fault, words, expected }: GoldenResult) {
  const list = words.join(', ')
  if (fault === 'missing-words') return t('golden.missingWords', { words: list })
  if (fault === 'forbidden-words') return t('golden.forbiddenWords', { words: list })
  if (fault === 'other-page') return t('golden.otherPage')
  if (outcome === 'failed') return t('golden.notAnswered')
  if (outcome !== 'lost') return null
  if (fault === 'not-answered') return t('golden.lostAnswer')
  if (sentence && expected) return t('golden.lostSentence')
  return page ? t('golden.lostPage') : t('golden.lostAnswer')
}
