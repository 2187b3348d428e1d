import { Anchor, Button, CopyButton, Group, NativeSelect, Skeleton, Text } from '@mantine/core'
import { IconCheck, IconCopy, IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Publication, widgetTag } from '#shared/chat/publications.ts'
import { WIDGET_LANGUAGES } from '#shared/language.ts'
import { CodeExample } from '#web/ui/code-example.tsx'
import { failureText } from '#web/api/request.ts'
import { nameOfLanguage } from '#web/messages/language.ts'
import { day, formatNumber } from '#web/messages/numbers-and-dates.ts'
import { rich, t } from '#web/messages/t.ts'
import { translateNotebook, notebookQuery } from '#web/queries/notebooks.ts'
import { lastSettingsQuery, publicationQuery, usePublish, useUnpublish } from '#web/queries/publications.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Notice, TryAgain } from '#web/ui/notice.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { PublicationForm } from './publication-form.tsx'
import classes from './publishing.module.css'

/** Publishes a notebook as a page and a widget; shows what visitors asked. */
export function Publishing({ notebookId }: { notebookId: string }) {
  const { data: publication, isError, refetch } = useQuery(publicationQuery(notebookId))
  const { data: notebook } = useQuery(notebookQuery(notebookId))
  const { data: last } = useQuery(lastSettingsQuery(notebookId))
  const publish = usePublish(notebookId)
  const [language, setLanguage] = useState('')
  if (isError)
    return (
      <Notice tone="danger" action={<TryAgain onClick={() => void refetch()} />}>
        {t('publishing.loadFailed')}
      </Notice>
    )
  if (publication === undefined || !notebook)
    return <Skeleton height={320} role="status" aria-label={t('publishing.loading')} />
  return (
    <div className={classes.publishing}>
      {publication ? (
        <>
          <PublishedLine
            notebookId={notebookId}
            publication={publication}
            isNew={!publish.isIdle}
            language={language}
            onLanguage={setLanguage}
          />
          <Usage notebookId={notebookId} usage={publication.usage} />
          <Widget publication={publication} language={language} />
        </>
      ) : (
        <Text className={classes.intro}>{t('publishing.intro')}</Text>
      )}
      {notebook.chats.length === 0 && <Notice tone="warning">{t('publishing.noChats')}</Notice>}
      <PublicationForm
        // The fields are reset when the notebook is published or unpublished.
        key={publication?.published_at}
        publish={publish}
        title={translateNotebook(notebook).title}
        published={publication?.settings ?? null}
        last={last ?? null}
      />
      <Files notebookId={notebookId} />
    </div>
  )
}

type PublishedProps = {
  notebookId: string
  publication: Publication
  /** Just published, by the button at the end of a long form: the heading gets the focus. */
  isNew: boolean
  /** Of the address and the script tag; '' for that of the site or visitor. */
  language: string
  onLanguage: (language: string) => void
}

function PublishedLine({ notebookId, publication, isNew, language, onLanguage }: PublishedProps) {
  const { published_at: since } = publication
  const url = language ? `${publication.url}?lang=${language}` : publication.url
  const [isAsking, setIsAsking] = useState(false)
  const unpublish = useUnpublish(notebookId)
  const heading = useRef<HTMLHeadingElement>(null)
  const focusIfNew = useEffectEvent(() => isNew && heading.current?.focus())
  useEffect(() => void focusIfNew(), [])
  return (
    <section className={classes.panel} aria-labelledby="published">
      <h2 ref={heading} tabIndex={-1} id="published" className={classes.heading}>
        {t('publishing.published')}
      </h2>
      <Text size="sm" c="dimmed">
        {t('publishing.since', { day: day(since, { dateStyle: 'long' }) })}
      </Text>
      <Anchor href={url} target="_blank" className={classes.url}>
        {url} <IconExternalLink size={14} aria-label={t('publishing.openPage')} />
      </Anchor>
      <NativeSelect
        className={classes.language}
        label={t('publishing.language')}
        description={t('publishing.languageHint')}
        value={language}
        onChange={({ currentTarget: { value } }) => onLanguage(value)}
        data={[
          { value: '', label: t('publishing.visitorsLanguage') },
          ...WIDGET_LANGUAGES.map((tag) => ({ value: tag, label: nameOfLanguage(tag) })),
        ]}
      />
      <Group gap="sm">
        <CopyButton value={url}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
              onClick={copy}
            >
              {copied ? t('common.copied') : t('publishing.copyAddress')}
            </Button>
          )}
        </CopyButton>
        <Button variant="light" color="red" onClick={() => setIsAsking(true)}>
          {t('publishing.unpublish')}
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        {rich('publishing.forPrograms', { links: <ForPrograms key="links" url={publication.url} /> })}
      </Text>
      {unpublish.error && <Notice tone="danger">{failureText(unpublish.error, 'server.unexpected')}</Notice>}
      <ConfirmDialog
        opened={isAsking}
        title={t('publishing.unpublishQuestion')}
        message={t('publishing.unpublishHint')}
        confirmLabel={t('publishing.unpublish')}
        type="danger"
        busy={unpublish.isPending}
        onConfirm={() => unpublish.mutate(undefined, { onSettled: () => setIsAsking(false) })}
        onCancel={() => setIsAsking(false)}
      />
    </section>
  )
}

/** The pages as files, also of a notebook that is not published. */
function Files({ notebookId }: { notebookId: string }) {
  const path = `/api/notebooks/${notebookId}`
  const files = [
    { href: `${path}/archive`, text: t('publishing.zip') },
    { href: `${path}/export?format=llms`, text: 'llms.txt' },
    { href: `${path}/export?format=llms-full`, text: 'llms-full.txt' },
    { href: `${path}/export?format=jsonl`, text: 'pages.jsonl' },
  ]
  return (
    <section className={classes.panel} aria-labelledby="files">
      <h2 id="files" className={classes.heading}>
        {t('publishing.files')}
      </h2>
      <Text size="sm">{t('publishing.filesHint')}</Text>
      <Group gap="md">
        {files.map(({ href, text }) => (
          <Anchor key={href} href={href} download={href.endsWith('/archive') ? '' : text} underline="always">
            {text}
          </Anchor>
        ))}
      </Group>
    </section>
  )
}

/** The published pages as Markdown and JSON Lines. */
function ForPrograms({ url }: { url: string }) {
  return ['llms.txt', 'llms-full.txt', 'pages.jsonl'].map((file) => (
    <Anchor key={file} href={`${url}/${file}`} target="_blank" underline="always" className={classes.file}>
      {file}
    </Anchor>
  ))
}

const counts = [
  ['questions', 'publishing.questions'],
  ['today', 'publishing.today'],
  ['unanswered', 'publishing.unanswered'],
  ['helpful', 'publishing.helpful'],
  ['unhelpful', 'publishing.unhelpful'],
] as const

type UsageProps = { notebookId: string; usage: Publication['usage'] }

function Usage({ notebookId, usage }: UsageProps) {
  const link = { to: '/notebooks/$id', params: { id: notebookId }, search: { tab: 'gaps' } } as const
  return (
    <section className={classes.panel} aria-labelledby="visitors">
      <h2 id="visitors" className={classes.heading}>
        {t('publishing.usage')}
      </h2>
      {usage.questions === 0 ? (
        <Text c="dimmed">{t('publishing.noQuestions')}</Text>
      ) : (
        <>
          <dl className={classes.counts}>
            {counts.map(([name, label]) => (
              <div key={name}>
                <dt>{t(label)}</dt>
                <dd>{formatNumber(usage[name])}</dd>
              </div>
            ))}
          </dl>
          {usage.latest_questions.length > 0 && <LatestQuestions questions={usage.latest_questions} />}
          {usage.unhelpful_questions.length > 0 && (
            <details>
              <summary>{t('publishing.unhelpfulQuestions')}</summary>
              <ul className={classes.questions}>
                {usage.unhelpful_questions.map((question, index) => (
                  <li key={`${index} ${question}`}>{question}</li>
                ))}
              </ul>
            </details>
          )}
        </>
      )}
      <Text size="sm" c="dimmed">
        {rich('publishing.seeGaps', {
          link: (words) => (
            <Anchor key="gaps" inherit underline="always" renderRoot={(props) => <Link {...link} {...props} />}>
              {words}
            </Anchor>
          ),
        })}
      </Text>
    </section>
  )
}

/** Also those that the pages answer, which are no gaps. */
function LatestQuestions({ questions }: { questions: Publication['usage']['latest_questions'] }) {
  return (
    <details>
      <summary>{t('publishing.latestQuestions')}</summary>
      <ul className={classes.latest}>
        {questions.map(({ question, is_answered: isAnswered, is_helpful: isHelpful, asked_at: askedAt }, index) => (
          <li key={`${index} ${question}`}>
            {question}
            <small>
              {t(isAnswered ? 'publishing.answered' : 'publishing.unanswered')}
              {isHelpful !== null && ` · ${t(isHelpful ? 'publishing.helpful' : 'publishing.unhelpful')}`}
              {' · '}
              <RelativeTime iso={askedAt} />
            </small>
          </li>
        ))}
      </ul>
    </details>
  )
}

type WidgetProps = { publication: Publication; language: string }

function Widget({ publication, language }: WidgetProps) {
  const { url, settings } = publication
  const tag = widgetTag({ appUrl: new URL(url).origin, address: settings.address, language })
  return (
    <section className={classes.panel} aria-labelledby="widget">
      <h2 id="widget" className={classes.heading}>
        {t('publishing.widget')}
      </h2>
      <Text size="sm">{t('publishing.widgetHint')}</Text>
      <CodeExample title={t('publishing.widgetCode')} code={tag} />
      {settings.origins.length === 0 && <Notice tone="warning">{t('publishing.widgetNoSites')}</Notice>}
    </section>
  )
}
