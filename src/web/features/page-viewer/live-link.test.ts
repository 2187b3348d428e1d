import { expect, it } from 'vitest'
import { liveLink } from './live-link.ts'

it.each([
  [null, 'https://a.test/x'],
  ['Kept for 30 days.', 'https://a.test/x#:~:text=Kept%20for%2030%20days.'],
  ['A well-known, **bold** word', 'https://a.test/x#:~:text=A%20well%2Dknown%2C%20bold%20word'],
  [
    'one two three four five six seven eight nine ten eleven twelve thirteen',
    'https://a.test/x#:~:text=one%20two%20three%20four%20five%20six,eight%20nine%20ten%20eleven%20twelve%20thirteen',
  ],
])('links to %j on the live page', (sentence, link) => {
  expect(liveLink('https://a.test/x#top', sentence)).toBe(sentence ? link : 'https://a.test/x#top')
})
