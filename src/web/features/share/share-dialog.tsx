import { Button, CopyButton, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { IconCheck, IconLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { day } from '#web/languages/numbers-and-dates.ts'
import { t } from '#web/languages/t.ts'
import { shareQuery, useRevokeShare, useShareChat } from '#web/queries/shares.ts'
import { failureWords } from '#web/request.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { FailedFace } from '#web/ui/failed-face.tsx'
import { Notice } from '#web/ui/notice.tsx'

type ShareDialogProps = { chatId: string; onClose: () => void }

/** Makes, copies and revokes the link to a chat. Stands on the screen only while it is open. */
export function ShareDialog({ chatId, onClose }: ShareDialogProps) {
  const { data, isError, refetch } = useQuery(shareQuery(chatId))
  const making = useShareChat(chatId)
  const revoking = useRevokeShare(chatId)
  const failure = making.error ?? revoking.error
  const since = data?.share?.created_at
  const url = since === making.data?.created_at ? making.data?.url : undefined

  return (
    <Dialog opened onClose={onClose} title={t('Share chat')} size="md">
      <Stack gap="md">
        <Text size="sm">
          {t('Whoever has the link can read this chat without signing in: its questions, its answers and the sentences they cite. They see nothing else of yours, and can change nothing.')}
        </Text>
        {isError && <FailedFace compact title={t('The link could not be loaded.')} onRetry={() => void refetch()} />}
        {!data && !isError && <Skeleton height={44} role="status" aria-label={t('Loading the link')} />}
        {url && <NewLink url={url} />}
        {since && !url && (
          <Notice>
            {t(
              'Shared since {day}. The link was shown when it was made; only its fingerprint is kept. A new link ends the old one.',
              { day: day(since, { dateStyle: 'long' }) },
            )}
          </Notice>
        )}
        {failure && <Notice tone="danger">{failureWords(failure, 'server.unexpected')}</Notice>}
        {data && (
          <Group justify={since ? 'space-between' : 'flex-end'} gap="sm">
            {since && (
              <Button color="red" variant="light" loading={revoking.isPending} onClick={() => revoking.mutate()}>
                {t('Revoke link')}
              </Button>
            )}
            {!url && (
              <Button loading={making.isPending} onClick={() => making.mutate()} data-autofocus>
                {since ? t('Create a new link') : t('Create link')}
              </Button>
            )}
          </Group>
        )}
        <Text size="sm" role="status" hidden={!revoking.isSuccess || since !== undefined}>
          {revoking.isSuccess && !since && t('The link is revoked. Whoever opens it now is told so.')}
        </Text>
      </Stack>
    </Dialog>
  )
}

function NewLink({ url }: { url: string }) {
  return (
    <>
      <TextInput label={t('Link')} value={url} readOnly onFocus={(event) => event.currentTarget.select()} />
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <Text size="xs" c="dimmed">
          {t('Copy it now: it is not shown again.')}
        </Text>
        <CopyButton value={url}>
          {({ copied, copy }) => (
            <Button flex="none" leftSection={copied ? <IconCheck size={16} /> : <IconLink size={16} />} onClick={copy}>
              {copied ? t('Copied') : t('Copy link')}
            </Button>
          )}
        </CopyButton>
      </Group>
    </>
  )
}
