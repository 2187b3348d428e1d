import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { useSession } from './session.ts'

function WithoutProvider() {
  return useSession().user?.email
}

it('is an error to use outside its provider [session-5]', () => {
  expect(() => renderToString(createElement(WithoutProvider))).toThrow('useSession must be used inside SessionProvider')
})
