/**
 * Design tokens: paper and ink, green for actions, highlighter yellow for quotes. Every text color has a contrast of at
 * least 4.5:1 on every background it is used on, in both schemes, and the border of what can be filled in one of 3:1.
 */
import { createTheme } from '@mantine/core'
import type { CSSVariablesResolver, MantineColorsTuple } from '@mantine/core'
import { createElement } from 'react'
import type { ComponentProps } from 'react'
import { ButtonRoot } from './button-root.tsx'

const green: MantineColorsTuple = [
  '#eaf4f1',
  '#d3e7e1',
  '#aad3c8',
  '#86c4b5',
  '#6db8a7',
  '#3f9685',
  '#25766a',
  '#17594f',
  '#10463e',
  '#0a322c',
]
const paper: MantineColorsTuple = [
  '#f7f5f0',
  '#efebe3',
  '#e2ddd2',
  '#d3ccbe',
  '#bdb5a5',
  '#8f8778',
  '#625d51',
  '#4a463c',
  '#33302a',
  '#1f1e1a',
]
const night: MantineColorsTuple = [
  '#ece8dd',
  '#cfc9bb',
  '#aea898',
  '#8a8475',
  '#454037',
  '#343129',
  '#26241f',
  '#191815',
  '#141310',
  '#0e0d0b',
]
const red: MantineColorsTuple = [
  '#fbeeeb',
  '#f5d9d3',
  '#ecb4a8',
  '#e48f7e',
  '#de7561',
  '#cb5540',
  '#b3402c',
  '#98301f',
  '#7a2518',
  '#571a10',
]

const sans = 'Atkinson, "Atkinson Fallback", system-ui, sans-serif'
export const serif = 'Newsreader, "Newsreader Fallback", Georgia, serif'

const renderRoot = (props: ComponentProps<typeof ButtonRoot>) => createElement(ButtonRoot, props)

export const theme = createTheme({
  primaryColor: 'green',
  primaryShade: { light: 7, dark: 6 },
  colors: { green, gray: paper, dark: night, red },
  white: '#fffefb',
  black: '#1f1e1a',
  fontFamily: sans,
  fontFamilyMonospace: 'ui-monospace, "Cascadia Mono", "DejaVu Sans Mono", monospace',
  headings: {
    fontFamily: serif,
    fontWeight: '500',
    sizes: {
      h1: { fontSize: '2.5rem', lineHeight: '1.12' },
      h2: { fontSize: '1.375rem', lineHeight: '1.25' },
      h3: { fontSize: '1.125rem', lineHeight: '1.3' },
    },
  },
  fontSizes: { xs: '0.8125rem', sm: '0.9375rem', md: '1rem', lg: '1.125rem', xl: '1.375rem' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.55', lg: '1.55', xl: '1.4' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2.5rem' },
  radius: { xs: '3px', sm: '5px', md: '8px', lg: '12px', xl: '20px' },
  defaultRadius: 'sm',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { loaderProps: { type: 'dots' }, renderRoot } },
    ActionIcon: { defaultProps: { renderRoot } },
  },
})

/** Mantine's variables with our colors, and our own (`--rb-…`). */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: { '--rb-serif': serif, '--rb-header-height': '3.5rem' },
  light: {
    '--mantine-color-body': paper[0],
    '--mantine-color-default-border': paper[3],
    '--mantine-color-placeholder': paper[6],
    '--mantine-color-dimmed': paper[6],
    '--mantine-color-anchor': green[7],
    '--mantine-color-green-light': green[1],
    '--mantine-color-green-light-hover': green[2],
    '--mantine-color-green-light-color': green[8],
    '--mantine-color-error': red[7],
    '--rb-panel': '#fffefb',
    '--rb-sunken': paper[1],
    '--rb-line': paper[2],
    '--rb-field': paper[5],
    '--rb-accent': green[7],
    '--rb-accent-soft': green[0],
    '--rb-mark': '#ffe58a',
    '--rb-mark-ink': '#1f1e1a',
    '--rb-warning': '#7a4a00',
    '--rb-warning-soft': '#fdf3dc',
    '--rb-danger': red[7],
    '--rb-danger-soft': red[0],
  },
  dark: {
    '--mantine-color-body': night[7],
    '--mantine-color-default': night[6],
    '--mantine-color-default-border': night[4],
    '--mantine-color-placeholder': night[2],
    '--mantine-color-dimmed': night[2],
    '--mantine-color-anchor': green[3],
    '--mantine-color-green-light': '#1f3a33',
    '--mantine-color-green-light-hover': '#28493f',
    '--mantine-color-green-light-color': green[2],
    '--mantine-color-green-text': green[3],
    '--mantine-color-disabled': '#2d2a24',
    '--mantine-color-disabled-border': night[4],
    '--mantine-color-error': red[3],
    '--rb-panel': '#211f1b',
    '--rb-sunken': '#2a2822',
    '--rb-line': '#37332b',
    '--rb-field': '#7a7466',
    '--rb-accent': green[3],
    '--rb-accent-soft': '#1f302b',
    '--rb-mark': '#5c4b12',
    '--rb-mark-ink': '#fff2c4',
    '--rb-warning': '#f0c674',
    '--rb-warning-soft': '#332a17',
    '--rb-danger': red[2],
    '--rb-danger-soft': '#37201b',
  },
})
