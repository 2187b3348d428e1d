import { useState } from 'react'
import type { StorageDraft } from '#shared/settings.ts'
import { beginAuthorization, finishAuthorization, getStorageStatus, verifyStorage } from '#web/api/client.ts'
import { useStorageChanged } from '#web/queries/storage.ts'
import { Failure, failureText, localFailure } from '#web/api/request.ts'
import { t } from '#web/messages/t.ts'
import type { TextKey } from '#web/messages/text.ts'
import { openAuthWindow, waitForCallback } from './auth-window.ts'
import { type ConnectionProgress, connectionSteps, failed, notStarted, running } from './connection-steps.ts'
import { providerErrorText } from './provider-error-text.ts'

type ConnectionTest = ConnectionProgress & {
  busy: boolean
  /** The consent page, for opening without a popup; '' unless the popup was blocked. */
  fullPageUrl: string
}

const initial: ConnectionTest = { ...notStarted, busy: false, fullPageUrl: '' }

/**
 * Runs the connection test with typed settings in place of the stored ones; `test` is null before the first run. The
 * server stores them once they have worked.
 */
export function useConnectionTest(draft: StorageDraft, onStored: () => void) {
  const [test, setTest] = useState<ConnectionTest | null>(null)
  const refreshStorage = useStorageChanged()

  async function start() {
    const popup = openAuthWindow()
    let current: ConnectionTest = { ...initial, busy: true }
    const update = (change: Partial<ConnectionTest>) => setTest((current = { ...current, ...change }))
    try {
      await runSteps(popup, { draft, onStored }, update)
      update({ ...running(connectionSteps.length), busy: false })
    } catch (error) {
      popup?.close()
      update({ ...failed(current, stepError(error)), busy: false })
    }
    await refreshStorage()
  }
  return { test, start }
}

class MissingCodeError extends Error {}

function stepError(error: unknown): string {
  if (error instanceof MissingCodeError) return error.message
  const text = failureText(error, 'storage.callback-failed')
  const label = error instanceof Failure && settingLabels[error.field ?? '']
  return label ? `${text}: ${t(label)}` : text
}

const settingLabels: Record<string, TextKey | undefined> = {
  zoho_client_id: 'admin.zohoClientId',
  zoho_client_secret: 'admin.zohoClientSecret',
  zoho_redirect_uri: 'admin.zohoRedirectUri',
  zoho_api_domain: 'admin.zohoApiDomain',
  zoho_oauth_scope: 'admin.zohoScope',
}

type Settings = { draft: StorageDraft; onStored: () => void }

async function runSteps(
  popup: Window | null,
  { draft, onStored }: Settings,
  update: (change: Partial<ConnectionTest>) => void,
) {
  const hasDraft = Object.keys(draft).length > 0
  update(running(0))
  const { configured } = await getStorageStatus()
  // Fails with the setting that is missing.
  if (!configured && !hasDraft) await beginAuthorization({ settings: draft })

  update(running(1))
  const url = await beginAuthorization({ settings: draft })

  update(running(2))
  if (!popup || popup.closed) {
    // The typed settings would not survive leaving this page.
    if (!hasDraft) update({ fullPageUrl: url })
    throw localFailure('storage.popup-blocked')
  }
  popup.location.href = url

  update(running(3))
  const { code, state, error } = await waitForCallback(popup)
  if (!code || !state) throw new MissingCodeError(providerErrorText(error))

  update(running(4))
  await finishAuthorization({ code, state, settings: draft })
  if (hasDraft) onStored()

  update(running(5))
  await verifyStorage()
}
