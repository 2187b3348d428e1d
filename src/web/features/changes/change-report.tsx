import { Anchor, Button, Skeleton, Text, UnstyledButton } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { plainSentence } from '#shared/chat/plain-text.ts'
import type { ChangeReport as Report, ReportedPage } from '#shared/chat/change-reports.ts'
import { failureText } from '#web/api/request.ts'
import { StoredPage } from '#web/features/page-viewer/stored-page.tsx'
import { rich, t } from '#web/messages/t.ts'
import { changeReportQuery, changeReportsQuery, useSendReport } from '#web/queries/change-reports.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useShortTitle } from '#web/ui/hooks/use-short-title.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { SentencePair } from '#web/ui/sentence-pair.tsx'
import { countsText } from './check-summary.ts'
import classes from './notebook-changes.module.css'

const kindTexts = {
  added: 'reports.kindAdded',
  removed: 'reports.kindRemoved',
  moved: 'reports.kindMoved',
  changed: 'reports.kindChanged',
} as const

type OpenPage = (page: { pageId: string; url: string; title: string }) => void

export function ChangeReport({ notebookId, id }: { notebookId: string; id: string }) {
  const { data: report, isError, refetch } = useQuery(changeReportQuery(notebookId, id))
  return (
    <div className={classes.changes}>
      <Anchor
        size="sm"
        renderRoot={(props) => (
          <Link to="/notebooks/$id" params={{ id: notebookId }} search={{ tab: 'changes' }} {...props} />
        )}
      >
        <IconArrowLeft size={14} aria-hidden /> {t('reports.back')}
      </Anchor>
      {isError && !report && <ErrorState title={t('reports.reportFailed')} onRetry={() => void refetch()} />}
      {!report && !isError && <Skeleton height={240} role="status" aria-label={t('reports.loading')} />}
      {report && <Content report={report} />}
    </div>
  )
}

function Content({ report }: { report: Report }) {
  const [opened, setOpened] = useState<Parameters<OpenPage>[0] | null>(null)
  const { counts, pages, questions, citations } = report
  const leftOut = counts.added + counts.removed + counts.moved + counts.changed - pages.length
  return (
    <>
      <ReportHeading report={report} />
      <ul className={classes.list}>
        {pages.map((page) => (
          <PageCard key={`${page.kind} ${page.url}`} page={page} onOpen={setOpened} />
        ))}
      </ul>
      {leftOut > 0 && <Text c="dimmed">{t('reports.pagesLeftOut', { n: leftOut })}</Text>}
      {questions.length > 0 && <TouchedQuestions notebookId={report.notebook_id} questions={questions} />}
      {citations.length > 0 && <LostCitations citations={citations} />}
      <Deliveries report={report} />
      {opened && <StoredPage page={opened} onClose={() => setOpened(null)} />}
    </>
  )
}

function ReportHeading({ report }: { report: Report }) {
  const { chat_id, chat_title, created_at } = report
  return (
    <div>
      <h2 className={classes.heading}>{t('reports.reportTitle', { chat: chat_title })}</h2>
      <Text size="sm" c="dimmed">
        {countsText(report)} · <RelativeTime iso={created_at} />
        {chat_id && (
          <>
            {' · '}
            <Anchor
              underline="always"
              renderRoot={(props) => <Link to="/chats/$id" params={{ id: chat_id }} {...props} />}
            >
              {t('reports.openChat')}
            </Anchor>
          </>
        )}
      </Text>
    </div>
  )
}

/** Golden questions whose page or sentence changed. */
function TouchedQuestions({ notebookId, questions }: { notebookId: string; questions: Report['questions'] }) {
  return (
    <Section title={t('reports.questionsTitle')}>
      <ul className={classes.list}>
        {questions.map(({ question_id, question, touched, sentence, url }) => (
          <li key={question_id} className={classes.card}>
            <p className={classes.cardTitle}>{question}</p>
            {sentence && touched === 'sentence' && <del className={classes.removed}>{plainSentence(sentence)}</del>}
            <Text size="sm" className={classes.url}>
              {touched === 'sentence' ? t('reports.questionSentence', { url }) : t('reports.questionPage', { url })}
            </Text>
          </li>
        ))}
      </ul>
      <Anchor
        renderRoot={(props) => (
          <Link to="/notebooks/$id" params={{ id: notebookId }} search={{ tab: 'checks' }} {...props} />
        )}
      >
        {t('reports.runChecks')}
      </Anchor>
    </Section>
  )
}

/** Citations of the chat whose sentence or page is gone. */
function LostCitations({ citations }: { citations: Report['citations'] }) {
  return (
    <Section title={t('reports.citationsTitle')}>
      <ul className={classes.list}>
        {citations.map(({ message_id, marker, sentence, title, url, gone }) => (
          <li key={`${message_id} ${marker}`} className={classes.card}>
            <del className={classes.removed}>{plainSentence(sentence)}</del>
            <Text size="sm">
              <CitedTitle url={url} title={title} /> ·{' '}
              {gone === 'page' ? t('reports.citationPage') : t('reports.citationSentence')}
            </Text>
            <Text size="sm" c="dimmed" className={classes.url}>
              {url}
            </Text>
          </li>
        ))}
      </ul>
    </Section>
  )
}

const CitedTitle = (page: { url: string; title: string }) => useShortTitle()(page)

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section}>
      <h3 className={classes.heading}>{title}</h3>
      {children}
    </section>
  )
}

function PageCard({ page, onOpen }: { page: ReportedPage; onOpen: OpenPage }) {
  const { kind, url, page_id: pageId, moved_to: movedTo, reworded } = page
  const title = useShortTitle()(page)
  const { new_sentences: added, removed_sentences: removed, sentences_left_out: leftOut } = page
  return (
    <li className={classes.card}>
      <div className={classes.pageLine}>
        <span className={classes.kind} data-kind={kind}>
          {t(kindTexts[kind])}
        </span>
        {pageId ? (
          <UnstyledButton
            className={classes.page}
            aria-label={t('reports.openPage', { title })}
            onClick={() => onOpen({ pageId, url, title })}
          >
            {title}
          </UnstyledButton>
        ) : (
          <span className={classes.url}>{title || url}</span>
        )}
      </div>
      {(pageId || title) && (
        <Text size="sm" c="dimmed" className={classes.url}>
          {url}
        </Text>
      )}
      {movedTo && (
        <Text size="sm" className={classes.url}>
          {t('reports.movedTo', { url: movedTo })}
        </Text>
      )}
      {kind === 'added' && !pageId && <Text size="sm">{t('reports.notRead')}</Text>}
      {reworded.map(({ before, after }) => (
        <SentencePair
          key={before}
          sides={[
            { label: t('reports.before'), sentence: plainSentence(before) },
            { label: t('reports.after'), sentence: plainSentence(after) },
          ]}
        />
      ))}
      {removed.length > 0 && (
        <Text size="sm" c="dimmed">
          {t('reports.removedSentences')}
        </Text>
      )}
      {removed.map((sentence) => (
        <del key={sentence} className={classes.removed}>
          {plainSentence(sentence)}
        </del>
      ))}
      {added.length > 0 && (
        <Text size="sm" c="dimmed">
          {t('reports.newSentences')}
        </Text>
      )}
      {added.map((sentence) => (
        <ins key={sentence} className={classes.added}>
          {plainSentence(sentence)}
        </ins>
      ))}
      {leftOut > 0 && (
        <Text size="sm" c="dimmed">
          {t('reports.sentencesLeftOut', { n: leftOut })}
        </Text>
      )}
    </li>
  )
}

function Deliveries({ report: { id, notebook_id, delivery } }: { report: Report }) {
  const sending = useSendReport(notebook_id)
  const { data } = useInfiniteQuery(changeReportsQuery(notebook_id))
  if (!delivery && !data?.pages[0]?.webhook) return null
  return (
    <Section title={t('reports.delivery')}>
      {!delivery && <Text c="dimmed">{t('reports.deliveryNone')}</Text>}
      {delivery && delivery.attempts.length > 0 && (
        <ol className={classes.attempts}>
          {delivery.attempts.map(({ at, status, error, ms }) => (
            <li key={at}>
              {rich('reports.attempt', {
                time: <RelativeTime key="time" iso={at} />,
                result: error ?? t('reports.accepted', { status: status ?? '' }),
                ms,
              })}
            </li>
          ))}
        </ol>
      )}
      {delivery?.status === 'waiting' && <Text role="status">{t('reports.deliveryWaiting')}</Text>}
      {delivery?.status === 'failed' && <Notice tone="danger">{t('reports.deliveryFailed')}</Notice>}
      {sending.error && <Notice tone="danger">{failureText(sending.error, 'server.unexpected')}</Notice>}
      <Button
        variant="default"
        className={classes.start}
        loading={sending.isPending}
        onClick={() => sending.mutate(id)}
      >
        {delivery ? t('reports.sendAgain') : t('reports.send')}
      </Button>
    </Section>
  )
}
