import { mergeMantineTheme, DEFAULT_THEME } from '@mantine/core'
import { expect, test } from 'vitest'
import { textOn } from './text-on.ts'
import { cssVariables, theme } from './theme.ts'

test('writes white on dark colors and dark on light ones', () => {
  expect(['#0b6e4f', '#000000', '#7a2518', '#005fcc'].map(textOn)).toEqual(['#fff', '#fff', '#fff', '#fff'])
  expect(['#ffffff', '#ffd400', '#8ecae6'].map(textOn)).toEqual(['#1f1e1a', '#1f1e1a', '#1f1e1a'])
})

test('draws the border of a field with a contrast of 3:1 to the field and its surroundings [styles-3]', () => {
  const variables = cssVariables(mergeMantineTheme(DEFAULT_THEME, theme))
  for (const scheme of [variables.light, variables.dark]) {
    const panel = contrast(scheme['--rb-field'], scheme['--rb-panel'])
    const body = contrast(scheme['--rb-field'], scheme['--mantine-color-body'])
    expect([panel, body].map((each) => each >= 3)).toEqual([true, true])
  }
})

/** WCAG 2.2, contrast ratio of two colors `#rrggbb`. */
function contrast(one = '', other = ''): number {
  const [dark = 0, light = 0] = [one, other].map(luminance).toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(color.slice(start, start + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
