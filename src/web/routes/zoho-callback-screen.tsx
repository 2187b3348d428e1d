import { Button, Center, Loader, Stack, Text, Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type CallbackMessage, POPUP } from '#shared/document-storage.ts'
import { finishAuthorisation } from '#web/client.ts'
import { providerWords } from '#web/features/storage/provider-words.ts'
import { t } from '#web/languages/t.ts'
import { useStorageChanged } from '#web/queries/storage.ts'
import { failureWords } from '#web/request.ts'
import { Screen } from '#web/ui/screen.tsx'

type Face = { title: 'Processing Authentication' | 'Authentication Complete' | 'Authentication Error'; words: string }

/** Where the provider sends an administrator back: in the popup that was opened, or in the window itself. */
export function ZohoCallbackScreen() {
  const answer = useTakenAnswer()
  const navigate = useNavigate()
  const changed = useStorageChanged()
  const [face, setFace] = useState<Face>(() => ({
    title: 'Processing Authentication',
    words: t('WorkDrive is being connected.'),
  }))
  const begun = useRef(false)

  const take = useEffectEvent(async () => {
    const opener = openerOf(window)
    if (opener) {
      // Nobody but a screen of our own origin can read it.
      opener.postMessage({ type: 'readback:storage-callback', ...answer } satisfies CallbackMessage, location.origin)
      setFace(answer.code ? complete(t('This window closes by itself.')) : failure(providerWords(answer.error)))
      setTimeout(() => window.close(), POPUP.closesAfterMs)
      return
    }
    const { code, state, error } = answer
    if (!code || !state) return setFace(failure(providerWords(error)))
    try {
      await finishAuthorisation({ code, state })
      setFace(complete(t('WorkDrive is connected.')))
      await changed()
      await navigate({ to: '/admin/settings', search: { storage: 'connected' } })
    } catch (refused) {
      setFace(failure(failureWords(refused, 'storage.callback-failed')))
    }
  })
  useEffect(() => {
    // A code is good once.
    if (begun.current) return
    begun.current = true
    void take()
  }, [])

  async function leave() {
    if (openerOf(window)) window.close()
    await navigate({ to: '/admin/settings' })
  }
  return (
    <Screen title={t(face.title)} width="narrow">
      <Stack align="center" gap="md" mih="50vh" justify="center" ta="center" role="status">
        {face.title === 'Processing Authentication' && (
          <Center>
            <Loader aria-hidden />
          </Center>
        )}
        <Title order={1} fz="1.75rem">
          {t(face.title)}
        </Title>
        <Text role={face.title === 'Authentication Error' ? 'alert' : undefined}>{face.words}</Text>
        <Button variant="default" onClick={() => void leave()}>
          {t('Return to Settings')}
        </Button>
      </Stack>
    </Screen>
  )
}

const complete = (words: string): Face => ({ title: 'Authentication Complete', words })
const failure = (words: string): Face => ({ title: 'Authentication Error', words })

/** The screen that opened this popup. */
function openerOf({ opener }: Window): Window | null {
  // lib.dom says any; whoever opened a window is a window.
  const by = opener as Window | null
  return by && !by.closed ? by : null
}

/** What the provider wrote into the address, taken out of the address bar, the history and whatever copies them. */
function useTakenAnswer() {
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
