import { existsSync, globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const styles = join(dirname(createRequire(import.meta.url).resolve('@mantine/core/styles.css')), 'styles')
const sources = globSync('src/web/**/*.tsx').map((file) => readFileSync(file, 'utf8'))

const usedComponents = new Set(
  sources
    .flatMap((source) => [...source.matchAll(/import \{([^}]+)\} from '@mantine\/core'/g)])
    .flatMap(([, names = '']) => names.split(','))
    .map((name) => name.replace('type ', '').trim()),
)

it('imports the styles of every component of the library that a screen uses [styles-1]', () => {
  const imported = readFileSync('src/web/ui/styles.ts', 'utf8')
  const missing = [...usedComponents].filter(
    (name) => existsSync(join(styles, `${name}.layer.css`)) && !imported.includes(`/${name}.layer.css'`),
  )
  expect(usedComponents.size).toBeGreaterThan(10)
  expect(missing).toEqual([])
})

it('never swaps a web font that arrives late, so that no text moves [styles-2]', () => {
  const faces = readFileSync('src/web/ui/fonts.css', 'utf8').match(/@font-face \{[^}]*\}/g) ?? []
  const downloaded = faces.filter((face) => face.includes('url('))
  expect(downloaded).not.toEqual([])
  expect(downloaded.filter((face) => !face.includes('font-display: optional'))).toEqual([])
})
