import { expect, test } from 'vitest'
import { textOn } from './text-on.ts'

test('writes white on dark colours and dark on light ones', () => {
  expect(['#0b6e4f', '#000000', '#7a2518', '#005fcc'].map(textOn)).toEqual(['#fff', '#fff', '#fff', '#fff'])
  expect(['#ffffff', '#ffd400', '#8ecae6'].map(textOn)).toEqual(['#1f1e1a', '#1f1e1a', '#1f1e1a'])
})
