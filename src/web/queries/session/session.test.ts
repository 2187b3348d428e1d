import { QueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { forgetSession, meQuery, useSession } from './session.ts'

function WithoutProvider() {
  return useSession().user?.email
}

it('is an error to use outside its provider [session-5]', () => {
  expect(() => renderToString(createElement(WithoutProvider))).toThrow('useSession must be used inside SessionProvider')
})

it('stays signed out when a response from before arrives later', async () => {
  const queryClient = new QueryClient()
  const { promise, resolve } = Promise.withResolvers<never>()
  const fetched = queryClient.fetchQuery({ ...meQuery, queryFn: () => promise, retry: false }).catch(() => null)
  forgetSession(queryClient)
  resolve({ user: { id: 'ada' } } as never)
  await fetched
  expect(queryClient.getQueryData(meQuery.queryKey)).toBeNull()
})
