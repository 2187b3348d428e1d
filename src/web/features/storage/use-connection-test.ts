import { useState } from 'react'
import { AppError } from '#shared/errors.ts'
import { beginAuthorisation, finishAuthorisation, getStorageStatus, verifyStorage } from '#web/client.ts'
import { errorWords } from '#web/languages/said-words.ts'
import { useStorageChanged } from '#web/queries/storage.ts'
import { failureWords } from '#web/request.ts'
import { openAuthWindow, waitForCallback } from './auth-window.ts'
import { type ConnectionProgress, connectionSteps, failed, notBegun, running } from './connection-steps.ts'
import { providerWords } from './provider-words.ts'

type ConnectionTest = ConnectionProgress & {
  busy: boolean
  /** Where to consent without a window of its own, once the browser has refused one. */
  fullPageUrl: string
}

const idle: ConnectionTest = { ...notBegun, busy: false, fullPageUrl: '' }

/** Walks through the six steps; null before it was first asked for. */
export function useConnectionTest() {
  const [test, setTest] = useState<ConnectionTest | null>(null)
  const changed = useStorageChanged()

  async function start() {
    const popup = openAuthWindow()
    let now: ConnectionTest = { ...idle, busy: true }
    const show = (change: Partial<ConnectionTest>) => setTest((now = { ...now, ...change }))
    try {
      await walk(popup, show)
      show({ ...running(connectionSteps.length), busy: false })
    } catch (error) {
      popup?.close()
      show({ ...failed(now, wordsOf(error)), busy: false })
    }
    await changed()
  }
  return { test, start }
}

class CameWithoutCode extends Error {}

function wordsOf(error: unknown): string {
  if (error instanceof CameWithoutCode) return error.message
  return error instanceof AppError ? errorWords(error.code, error.values) : failureWords(error, 'storage.callback-failed')
}

async function walk(popup: Window | null, show: (change: Partial<ConnectionTest>) => void) {
  show(running(0))
  const { configured } = await getStorageStatus()
  if (!configured) throw new AppError('storage.configuration')

  show(running(1))
  const url = await beginAuthorisation()

  show(running(2))
  if (!popup || popup.closed) {
    show({ fullPageUrl: url })
    throw new AppError('storage.popup-blocked')
  }
  popup.location.href = url

  show(running(3))
  const { code, state, error } = await waitForCallback(popup)
  if (!code || !state) throw new CameWithoutCode(providerWords(error))

  show(running(4))
  await finishAuthorisation({ code, state })

  show(running(5))
  await verifyStorage()
}
