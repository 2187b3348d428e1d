import { expect, it } from 'vitest'
import { Failure } from '#web/request.ts'
import { leave } from './leave.ts'

const answering = (status: number) => () => Promise.reject(new Failure(status, '', `answered ${status}`))
const atOnce = async () => {}

it.each([401, 403, 404])('leaving counts as done when the server answers %i', async (status) => {
  await expect(leave(answering(status), atOnce)).resolves.toBeUndefined()
})

it.each([400, 500])('leaving has failed when the server answers %i', async (status) => {
  await expect(leave(answering(status), atOnce)).rejects.toThrow(`answered ${status}`)
})
