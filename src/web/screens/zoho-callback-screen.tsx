import { Button, Center, Loader, Stack, Text, Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type CallbackMessage, POPUP } from '#shared/document-storage.ts'
import { finishAuthorization } from '#web/api/client.ts'
import { providerErrorText } from '#web/features/storage/provider-error-text.ts'
import { t } from '#web/messages/t.ts'
import { useStorageChanged } from '#web/queries/storage.ts'
import { failureText } from '#web/api/request.ts'
import { Screen } from '#web/ui/screen.tsx'

type Status = { title: 'storage.authProcessing' | 'storage.authComplete' | 'storage.authError'; message: string }

/** OAuth redirect target: in the popup, or in the main window when popups are blocked. */
export function ZohoCallbackScreen() {
  const answer = useProviderAnswer()
  const navigate = useNavigate()
  const refreshStorage = useStorageChanged()
  const [status, setStatus] = useState<Status>(() => ({
    title: 'storage.authProcessing',
    message: t('storage.connecting'),
  }))
  const hasStarted = useRef(false)

  function passToOpener(opener: Window) {
    // Only a screen of our own origin can read it.
    opener.postMessage({ type: 'readback:storage-callback', ...answer } satisfies CallbackMessage, location.origin)
    setStatus(answer.code ? complete(t('storage.windowCloses')) : failure(providerErrorText(answer.error)))
    setTimeout(() => window.close(), POPUP.closesAfterMs)
  }
  async function finishHere({ code, state, error }: ProviderAnswer) {
    if (!code || !state) return setStatus(failure(providerErrorText(error)))
    try {
      await finishAuthorization({ code, state })
      setStatus(complete(t('storage.workDriveConnected')))
      await refreshStorage()
      await navigate({ to: '/admin/settings', search: { storage: 'connected' } })
    } catch (refused) {
      setStatus(failure(failureText(refused, 'storage.callback-failed')))
    }
  }
  const handleAnswer = useEffectEvent(() => {
    const opener = openerOf(window)
    if (opener) passToOpener(opener)
    else void finishHere(answer)
  })
  useEffect(() => {
    // A code works only once.
    if (hasStarted.current) return
    hasStarted.current = true
    handleAnswer()
  }, [])

  async function returnToSettings() {
    if (openerOf(window)) window.close()
    await navigate({ to: '/admin/settings' })
  }
  return (
    <Screen title={t(status.title)} width="narrow">
      <Stack align="center" gap="md" mih="50vh" justify="center" ta="center" role="status">
        {status.title === 'storage.authProcessing' && (
          <Center>
            <Loader aria-hidden />
          </Center>
        )}
        <Title order={1} fz="1.75rem">
          {t(status.title)}
        </Title>
        <Text role={status.title === 'storage.authError' ? 'alert' : undefined}>{status.message}</Text>
        <Button variant="default" onClick={() => void returnToSettings()}>
          {t('storage.returnToSettings')}
        </Button>
      </Stack>
    </Screen>
  )
}

const complete = (message: string): Status => ({ title: 'storage.authComplete', message })
const failure = (message: string): Status => ({ title: 'storage.authError', message })

/** The window that opened this popup. */
function openerOf({ opener }: Window): Window | null {
  // lib.dom types `opener` as any; it is always a Window.
  const openedBy = opener as Window | null
  return openedBy && !openedBy.closed ? openedBy : null
}

type ProviderAnswer = { code: string | undefined; state: string | undefined; error: string | undefined }

/** The provider's parameters; removes them from the address bar and the history. */
function useProviderAnswer(): ProviderAnswer {
  const [answer] = useState(() => {
    const search = new URLSearchParams(location.search)
    const field = (name: string) => search.get(name) ?? undefined
    return { code: field('code'), state: field('state'), error: field('error') }
  })
  const navigate = useNavigate()
  const clear = useEffectEvent(() => void navigate({ to: '/auth/zoho/callback', search: {}, replace: true }))
  useEffect(() => clear(), [])
  return answer
}
