import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseRobots } from '#server/reader/robots-rules.ts'
import { fencesOf, pages } from './docs-fences.ts'

const RUN = ['sh', 'ts']
/** `console` is what was typed and what was printed, once: its files and commands are looked for, its words are dated. */
const SHOWN = ['text', 'shape', 'robots', 'console']
const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync('package.json', 'utf8'))

describe('the documentation', () => {
  it.each(pages)('%s shows no example of a kind that nobody tries', (page) => {
    for (const { line, language } of fencesOf(page)) expect([...RUN, ...SHOWN], `${page}:${line}`).toContain(language)
  })

  it.each(pages)('%s leads to files that are there', (page) => {
    const links = Array.from(readFileSync(page, 'utf8').matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)|src="([^"]+)"/g), ([, a, b]) => a ?? b ?? '')
    // An address of the running server is not a file.
    const files = links.filter((link) => !/^(\w+:|\/)/.test(link))
    expect(files.filter((link) => !existsSync(join(dirname(page), link)))).toEqual([])
  })

  it.each(pages)('%s names commands of npm that exist', (page) => {
    const text = readFileSync(page, 'utf8')
    const named = Array.from(text.matchAll(/(?:`|^)npm (?:run )?([\w:]+)/gm), ([, name]) => name ?? '')
    const npmsOwn = ['ci', 'install', 'audit', 'i', 'run']
    expect(named.filter((name) => !(name in scripts) && !npmsOwn.includes(name))).toEqual([])
  })

  it.each(pages)('%s names tests that exist', (page) => {
    const named = Array.from(readFileSync(page, 'utf8').matchAll(/(?:src|test|e2e)\/[\w./-]+\.(?:test|itest|spec|long)\.tsx?/g), ([path]) => path)
    // NAME stands for what a reader chooses.
    expect(named.filter((path) => !path.includes('NAME') && !existsSync(path))).toEqual([])
  })

  it('lists every decision under its number and title', () => {
    const index = readFileSync('docs/decisions/README.md', 'utf8')
    for (const file of readdirSync('docs/decisions').filter((name) => /^\d/.test(name))) {
      const [, title] = /^# \d{3}: (.*)/.exec(readFileSync(join('docs/decisions', file), 'utf8')) ?? []
      expect(index).toContain(`| [${file.slice(0, 3)}](${file}) | ${title} |`)
    }
  })

  it('robots.txt as the manual shows it keeps the crawler away from the whole site', () => {
    const [example] = fencesOf('manual/robots.md').filter(({ language }) => language === 'robots')
    expect(parseRobots(example?.code ?? '', 'Readback').isAllowed('/')).toBe(false)
  })
})
