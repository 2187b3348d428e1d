import { describe, expect, it } from 'vitest'
import type { SourcePassage } from '#server/engines/engine.ts'
import { chooseQuestions } from './choose-questions.ts'
import type { SuggestiblePassage } from './heading-subjects.ts'

const BACKUP = `# Backups

Every database needs backups, because disks fail and people make mistakes.

## Creating a Backup

To create a backup, run the command dump with the name of the database. It writes a file with all tables and their rows.

## Notes

These notes name the limits of the command, of the file it writes and of the disk that holds this file for a while.

## Foreign Keys

A foreign key is a column that refers to a row of another table. The server refuses a row whose foreign key refers to nothing.`

/** One passage for each section. */
function passagesOf(pageId: string, pageTitle: string, content: string): SuggestiblePassage[] {
  const sections = content.split(/\n(?=## )/)
  return sections.map((text, n) => {
    const own = /^#+ (.*)/.exec(text)?.[1] ?? ''
    const headingPath = n === 0 ? [own] : [pageTitle, own]
    return {
      id: `${pageId}${n}`,
      pageId,
      pageTitle,
      headingPath,
      text,
      startOffset: content.indexOf(text),
      language: 'en',
    }
  })
}

/** All passages, those with most words of the question first. */
const findIn = (passages: readonly SuggestiblePassage[]) => async (question: string) => {
  const words = question.toLowerCase().match(/\p{L}{4,}/gu) ?? []
  return passages
    .map((passage): SourcePassage => {
      const score = words.filter((word) => passage.text.toLowerCase().includes(word.replace(/s$/, ''))).length
      return { ...passage, headingPath: [...passage.headingPath], pageUrl: '', score }
    })
    .sort((a, b) => b.score - a.score)
}

describe('chooseQuestions', () => {
  const passages = passagesOf('a', 'Backups', BACKUP)

  it('asks about headings and definitions of the pages, and leaves out headings that name no subject [choose-questions-1]', async () => {
    const questions = await chooseQuestions(passages, { limit: 3, find: findIn(passages) })
    expect(questions).toContain('How do I create a backup?')
    expect(questions).toContain('What are foreign keys?')
    expect(questions.join()).not.toMatch(/notes/i)
  })

  it('suggests no question that is answered elsewhere or not at all [choose-questions-2]', async () => {
    const found = await findIn(passages)('How do I create a backup?')
    const elsewhere = found.filter(({ text }) => !text.startsWith('## Creating'))
    for (const passagesFound of [[], elsewhere]) {
      const questions = await chooseQuestions(passages, { limit: 3, find: async () => passagesFound })
      expect(questions).not.toContain('How do I create a backup?')
    }
  })

  it('prefers questions about different pages', async () => {
    const other = BACKUP.replaceAll(/backup/gi, 'restore')
      .replace('Creating a', 'Starting a')
      .replace('Foreign Keys', 'Old Rows')
    const both = [...passages, ...passagesOf('b', 'Restores', other)]
    const asked = new Map<string, string>()
    const find = async (question: string) => {
      const found = await findIn(both)(question)
      asked.set(question, found[0]?.pageId ?? '')
      return found
    }
    const questions = await chooseQuestions(both, { limit: 2, find })
    expect(new Set(questions.map((question) => asked.get(question)))).toEqual(new Set(['a', 'b']))
  })

  it('asks last about what has changed', async () => {
    const changes = `# What’s new in 2.1

## Creating a Snapshot

To create a snapshot, run the command snap with the name of the database. It is new and writes a file with all its rows.

## Removing a Snapshot

To remove a snapshot, run the command unsnap with the name of its file. It is new and deletes the file with all its rows.`
    const both = [...passagesOf('b', 'What’s new in 2.1', changes), ...passages]
    const questions = await chooseQuestions(both, { limit: 4, find: findIn(both) })
    expect(questions.slice(0, 2).join()).not.toContain('snapshot')
    expect(questions.join()).toContain('snapshot')
  })

  it('leaves out a heading that many pages share', async () => {
    const pages = Array.from({ length: 5 }, (_, n) => passagesOf(`p${n}`, 'Backups', BACKUP)).flat()
    expect(await chooseQuestions(pages, { limit: 3, find: findIn(pages) })).toEqual([])
  })
})
