import { expect, it } from 'vitest'
import { Failure } from '#web/api/request.ts'
import { signOutWithRetry } from './sign-out.ts'

const answering = (status: number) => () => Promise.reject(new Failure(status, '', `answered ${status}`))
const noWait = async () => {}

it.each([401, 403, 404])('treats status %i as signed out [leave-1]', async (status) => {
  await expect(signOutWithRetry(answering(status), noWait)).resolves.toBeUndefined()
})

it.each([400, 500])('fails to sign out on status %i', async (status) => {
  await expect(signOutWithRetry(answering(status), noWait)).rejects.toThrow(`answered ${status}`)
})
