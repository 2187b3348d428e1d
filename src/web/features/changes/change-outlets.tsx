import { Button, CopyButton, Group, Switch, Text, TextInput } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import type { ChangeOutlets as Outlets } from '#shared/chat/change-reports.ts'
import { failureText } from '#web/api/request.ts'
import { day } from '#web/messages/numbers-and-dates.ts'
import { t } from '#web/messages/t.ts'
import {
  useChangeMails,
  useCreateFeed,
  useRemoveWebhook,
  useRevokeFeed,
  useSetWebhook,
} from '#web/queries/change-reports.ts'
import { Notice } from '#web/ui/notice.tsx'
import classes from './notebook-changes.module.css'

type OutletsProps = { notebookId: string; outlets: Outlets }

/** Mail, feed and webhook of a notebook. */
export function ChangeOutlets({ notebookId, outlets }: OutletsProps) {
  const mails = useChangeMails(notebookId)
  return (
    <details className={classes.more}>
      <summary>{t('reports.outlets')}</summary>
      <div className={classes.outlets}>
        <Switch
          label={t('reports.mails')}
          description={t('reports.mailsHint')}
          checked={mails.isPending ? mails.variables : outlets.mails}
          onChange={({ currentTarget }) => mails.mutate(currentTarget.checked)}
        />
        {mails.error && <Notice tone="danger">{failureText(mails.error, 'server.unexpected')}</Notice>}
        <Feed notebookId={notebookId} outlets={outlets} />
        <Webhook notebookId={notebookId} outlets={outlets} />
      </div>
    </details>
  )
}

function Feed({ notebookId, outlets: { feed } }: OutletsProps) {
  const create = useCreateFeed(notebookId)
  const revoke = useRevokeFeed(notebookId)
  const error = create.error ?? revoke.error
  const revokeFeed = () => revoke.mutate(undefined, { onSuccess: () => create.reset() })
  return (
    <section className={classes.outlet} aria-labelledby="changes-feed">
      <h3 id="changes-feed" className={classes.outletTitle}>
        {t('reports.feed')}
      </h3>
      <Text size="sm">{t('reports.feedHint')}</Text>
      {create.data && feed && (
        <Secret label={t('reports.feedAddress')} value={create.data.url} hint={t('reports.feedOnce')} />
      )}
      {feed && !create.data && (
        <Text size="sm" c="dimmed">
          {t('reports.feedSince', { day: day(feed.created_at, { dateStyle: 'long' }) })}
        </Text>
      )}
      {error && <Notice tone="danger">{failureText(error, 'server.unexpected')}</Notice>}
      <Group gap="sm">
        <Button variant="default" loading={create.isPending} onClick={() => create.mutate(undefined)}>
          {feed ? t('reports.feedRenew') : t('reports.feedCreate')}
        </Button>
        {feed && (
          <Button variant="light" color="red" loading={revoke.isPending} onClick={revokeFeed}>
            {t('reports.feedRevoke')}
          </Button>
        )}
      </Group>
    </section>
  )
}

function Webhook({ notebookId, outlets: { webhook } }: OutletsProps) {
  const [url, setUrl] = useState(webhook?.url ?? '')
  const save = useSetWebhook(notebookId)
  const remove = useRemoveWebhook(notebookId)
  const removeWebhook = () => {
    const onSuccess = () => {
      save.reset()
      setUrl('')
    }
    remove.mutate(undefined, { onSuccess })
  }
  return (
    <section className={classes.outlet} aria-labelledby="changes-webhook">
      <h3 id="changes-webhook" className={classes.outletTitle}>
        {t('reports.webhook')}
      </h3>
      <Text size="sm">{t('reports.webhookHint')}</Text>
      <form
        className={classes.outlet}
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate(url)
        }}
      >
        <TextInput
          label={t('reports.webhookAddress')}
          type="url"
          required
          value={url}
          onChange={({ currentTarget }) => setUrl(currentTarget.value)}
          error={save.error && failureText(save.error, 'server.unexpected')}
        />
        {save.data && webhook && (
          <Secret label={t('reports.webhookSecret')} value={save.data.secret} hint={t('reports.webhookOnce')} />
        )}
        {remove.error && <Notice tone="danger">{failureText(remove.error, 'server.unexpected')}</Notice>}
        <Group gap="sm">
          <Button type="submit" variant="default" loading={save.isPending}>
            {webhook ? t('reports.webhookChange') : t('reports.webhookSet')}
          </Button>
          {webhook && (
            <Button variant="light" color="red" loading={remove.isPending} onClick={removeWebhook}>
              {t('reports.webhookRemove')}
            </Button>
          )}
        </Group>
      </form>
    </section>
  )
}

/** Shown only once, after it was created. */
function Secret({ label, value, hint }: { label: string; value: string; hint: string }) {
  return (
    <div className={classes.secret}>
      <TextInput
        label={label}
        description={hint}
        value={value}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Button
            variant="default"
            leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            onClick={copy}
          >
            {copied ? t('common.copied') : t('reports.copy')}
          </Button>
        )}
      </CopyButton>
    </div>
  )
}
