import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ConfirmQuestion } from './confirm-dialog.tsx'

const nothing = () => {}

function drawn(props: Partial<Parameters<typeof ConfirmQuestion>[0]>) {
  const markup = renderToStaticMarkup(
    <MantineProvider>
      <ConfirmQuestion message="Leave the page?" onConfirm={nothing} onCancel={nothing} {...props} />
    </MantineProvider>,
  )
  return {
    markup,
    buttons: Array.from(markup.matchAll(/<button[^>]*>(.*?)<\/button>/g), ([, inner]) =>
      inner?.replace(/<[^>]*>/g, ''),
    ),
    type: /data-type="(\w+)"/.exec(markup)?.[1],
  }
}

it('asks with Cancel and Confirm, as a warning, when nothing else is said [confirm-dialog-1]', () => {
  const { markup, buttons, type } = drawn({})
  expect(markup).toContain('Leave the page?')
  expect(buttons).toEqual(['Cancel', 'Confirm'])
  expect(type).toBe('warning')
})

it('takes other labels for both answers [confirm-dialog-2]', () => {
  expect(drawn({ confirmLabel: 'Stop Crawling', cancelLabel: 'Continue Crawling' }).buttons).toEqual([
    'Continue Crawling',
    'Stop Crawling',
  ])
})

it('shows danger in red, and a warning not [confirm-dialog-3]', () => {
  const danger = drawn({ type: 'danger' })
  expect(danger.type).toBe('danger')
  expect(danger.markup).toContain('--mantine-color-red-filled')
  expect(drawn({ type: 'warning' }).markup).not.toContain('--mantine-color-red-filled')
})
