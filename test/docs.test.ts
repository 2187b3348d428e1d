import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { parseRobots } from '#server/fetching/site-index/parse-robots.ts'
import { parseGoldenFile } from '#server/golden/golden-file.ts'
import { fencesOf, pages } from './docs-fences.ts'

/** Languages of examples that docs-examples.itest.ts runs, and of those that are only shown. */
const RUN = ['sh', 'ts']
const SHOWN = ['text', 'shape', 'robots', 'console', 'yaml']
const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync('package.json', 'utf8'))

describe('the documentation', () => {
  it.each(pages)('%s uses only known languages in its examples', (page) => {
    for (const { line, language } of fencesOf(page)) expect([...RUN, ...SHOWN], `${page}:${line}`).toContain(language)
  })

  it('has YAML examples that can be parsed, and a golden file that can be checked', () => {
    const examples = pages.flatMap((page) => fencesOf(page).filter(({ language }) => language === 'yaml'))
    for (const { code } of examples) expect(parse(code)).toBeTypeOf('object')
    const golden = examples.find(({ code }) => code.includes('questions:'))
    expect(parseGoldenFile(golden?.code ?? '', 'yaml')).toHaveLength(2)
  })

  it('has CI jobs for GitHub and GitLab whose commands and options exist', () => {
    const command = readFileSync('scripts/readback.mjs', 'utf8')
    const options = readFileSync('src/server/cli/check-site/run-check.ts', 'utf8')
    const jobs = fencesOf('docs/checks.md').flatMap(({ code, language }): unknown[] => {
      const { questions, jobs: ofGitHub, ...ofGitLab } = language === 'yaml' ? parse(code) : {}
      return questions ? [] : Object.values(ofGitHub ?? ofGitLab)
    })
    const Job = z.union([
      z.object({ 'runs-on': z.string(), steps: z.array(z.object({ run: z.string().optional() })) }),
      z.object({ image: z.string(), script: z.array(z.string()), artifacts: z.object({ when: z.literal('always') }) }),
    ])
    const checks = jobs.map((job) => {
      const parsed = Job.parse(job)
      const lines = 'steps' in parsed ? parsed.steps.flatMap(({ run }) => run ?? []) : parsed.script
      return lines.filter((line) => /readback check|check:site/.test(line))
    })
    expect(checks.map(({ length }) => length)).toEqual([1, 1, 1, 1])
    expect(command).toContain("case 'check':")
    expect(scripts).toHaveProperty('check:site')
    for (const [name] of checks
      .flat()
      .join(' ')
      .matchAll(/(?<=--)(?!prefix)[a-z]+/g)) {
      expect(options).toContain(`        ${name}: { type:`)
    }
  })

  it.each(pages)('%s links only to existing files', (page) => {
    const links = Array.from(
      readFileSync(page, 'utf8').matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)|src="([^"]+)"/g),
      ([, a, b]) => a ?? b ?? '',
    )
    // Absolute paths are addresses on the running server.
    const files = links.filter((link) => !/^(\w+:|\/)/.test(link))
    expect(files.filter((link) => !existsSync(join(dirname(page), link)))).toEqual([])
  })

  it.each(pages)('%s names only existing npm commands', (page) => {
    const text = readFileSync(page, 'utf8')
    const named = Array.from(text.matchAll(/(?:`|^)npm (?:run )?([\w:]+)/gm), ([, name]) => name ?? '')
    const builtIn = ['ci', 'install', 'audit', 'i', 'run']
    expect(named.filter((name) => !(name in scripts) && !builtIn.includes(name))).toEqual([])
  })

  it.each(pages)('%s names only existing test files', (page) => {
    const named = Array.from(
      readFileSync(page, 'utf8').matchAll(/(?:src|test|e2e)\/[\w./-]+\.(?:test|itest|spec|long)\.tsx?/g),
      ([path]) => path,
    )
    // NAME is a placeholder.
    expect(named.filter((path) => !path.includes('NAME') && !existsSync(path))).toEqual([])
  })

  it.each(['AGENTS.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'])('%s names only existing files and folders', (page) => {
    const text = readFileSync(page, 'utf8')
    const named = Array.from(
      text.matchAll(/`((?:src|test|e2e|bench|scripts|docs|manual|\.ci)\/[^`\s*…]*)`/g),
      ([, path]) => path ?? '',
    )
    expect(named.length).toBeGreaterThan(10)
    // NOUN, NAME and FEATURE are placeholders.
    expect(named.filter((path) => !/NOUN|NAME|FEATURE/.test(path) && !existsSync(path))).toEqual([])
  })

  it('keeps AGENTS.md under 100 lines', () => {
    expect(readFileSync('AGENTS.md', 'utf8').split('\n').length).toBeLessThan(100)
  })

  it('lists every decision under its number and title', () => {
    const index = readFileSync('docs/decisions/README.md', 'utf8')
    for (const file of readdirSync('docs/decisions').filter((name) => /^\d/.test(name))) {
      const [, title] = /^# \d{3} (.*)/.exec(readFileSync(`docs/decisions/${file}`, 'utf8')) ?? []
      expect(index).toContain(`| [${file.slice(0, 3)}](${file}) | ${title} |`)
    }
  })

  it('blocks the crawler from the whole site with the robots.txt example in the manual', () => {
    const [example] = fencesOf('manual/robots.md').filter(({ language }) => language === 'robots')
    expect(parseRobots(example?.code ?? '', 'Readback').isAllowed('/')).toBe(false)
  })
})
