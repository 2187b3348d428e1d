import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { useSession } from './session.ts'

function Nobody() {
  return useSession().user?.email
}

it('is an error to use outside its provider', () => {
  expect(() => renderToString(createElement(Nobody))).toThrow('useSession stands outside its SessionProvider')
})
