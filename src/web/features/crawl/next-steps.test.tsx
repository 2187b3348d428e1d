import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { NextSteps } from './next-steps.tsx'

const nothing = () => {}

it.each([
  ['while the first page is crawled', { running: true, pages: 0, selected: 0 }, []],
  ['while pages arrive', { running: true, pages: 4, selected: 0 }, []],
  ['when no page is selected', { running: false, pages: 4, selected: 0 }, ['Select all 4 pages']],
  ['when pages are selected', { running: true, pages: 4, selected: 2 }, ['Process 2 pages']],
])('offers the current step %s', (_when, state, labels) => {
  const markup = renderToStaticMarkup(
    <MantineProvider>
      <NextSteps {...state} processing={false} onSelectAll={nothing} onProcess={nothing} />
    </MantineProvider>,
  )
  const buttons = Array.from(markup.matchAll(/<button.*?<\/button>/gs), ([button]) => button.replace(/<[^>]*>/g, ''))
  expect(buttons).toEqual(labels)
})
