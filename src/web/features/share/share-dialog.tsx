import { Button, CopyButton, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { IconCheck, IconLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { day } from '#web/messages/numbers-and-dates.ts'
import { t } from '#web/messages/t.ts'
import { shareQuery, useRevokeShare, useShareChat } from '#web/queries/shares.ts'
import { failureText } from '#web/api/request.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { useFocusWhenLost } from '#web/ui/hooks/use-focus-when-lost.ts'
import { Notice } from '#web/ui/notice.tsx'

type ShareDialogProps = { chatId: string; onClose: () => void }

/** Creates, copies and revokes the public link of a chat. Mounted only while open. */
export function ShareDialog({ chatId, onClose }: ShareDialogProps) {
  const { data, isError, refetch } = useQuery(shareQuery(chatId))
  const createShare = useShareChat(chatId)
  const revokeShare = useRevokeShare(chatId)
  const error = createShare.error ?? revokeShare.error
  const since = data?.share?.created_at
  const url = data?.share?.url
  // Of what has taken the place of the button, or of the skeleton, that had the focus.
  const next = useFocusWhenLost<HTMLButtonElement>(data)

  return (
    <Dialog opened onClose={onClose} title={t('share.title')} size="md">
      <Stack gap="md">
        <Text size="sm">{t('share.intro')}</Text>
        {isError && <ErrorState compact title={t('share.loadFailed')} onRetry={() => void refetch()} />}
        {!data && !isError && (
          <Skeleton height={44} role="status" aria-label={t('share.loading')} tabIndex={-1} data-autofocus />
        )}
        {url && <ShareLink url={url} since={since ?? ''} copyButton={next} />}
        {since && !url && <Notice>{t('share.sharedSince', { day: day(since, { dateStyle: 'long' }) })}</Notice>}
        {error && <Notice tone="danger">{failureText(error, 'server.unexpected')}</Notice>}
        {data && (
          <Group justify={since ? 'space-between' : 'flex-end'} gap="sm">
            {since && (
              <Button color="red" variant="light" loading={revokeShare.isPending} onClick={() => revokeShare.mutate()}>
                {t('share.revokeLink')}
              </Button>
            )}
            {!url && (
              <Button ref={next} loading={createShare.isPending} onClick={() => createShare.mutate()} data-autofocus>
                {since ? t('share.createNewLink') : t('share.createLink')}
              </Button>
            )}
          </Group>
        )}
        <Text size="sm" role="status" hidden={!revokeShare.isSuccess || since !== undefined}>
          {revokeShare.isSuccess && !since && t('share.revoked')}
        </Text>
      </Stack>
    </Dialog>
  )
}

type ShareLinkProps = { url: string; since: string; copyButton: RefObject<HTMLButtonElement | null> }

function ShareLink({ url, since, copyButton }: ShareLinkProps) {
  return (
    <>
      <TextInput label={t('share.link')} value={url} readOnly onFocus={(event) => event.currentTarget.select()} />
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <Text size="xs" c="dimmed">
          {t('share.since', { day: day(since, { dateStyle: 'long' }) })}
        </Text>
        <CopyButton value={url}>
          {({ copied, copy }) => (
            <Button
              ref={copyButton}
              flex="none"
              leftSection={copied ? <IconCheck size={16} /> : <IconLink size={16} />}
              onClick={copy}
              data-autofocus
            >
              {copied ? t('common.copied') : t('share.copyLink')}
            </Button>
          )}
        </CopyButton>
      </Group>
    </>
  )
}
