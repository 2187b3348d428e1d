import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { CLOSEST, REFUSAL } from '#shared/chat/answer-stream.ts'
import type { ChatMessage, Used } from '#shared/chat/chats.ts'
import { openLanguage } from '#web/messages/language.ts'
import { ShortTitles } from '#web/ui/hooks/use-short-title.tsx'
import { Message } from './message.tsx'

const used: Used = { wholePages: false, pages: 2, ofPages: 9, passages: 4, ofPassages: 90 }

const PASSAGE = {
  pageId: '1',
  passageId: '1',
  sentence: 'It is high.',
  state: 'quoted' as const,
  verified: true,
  claim: '',
}

function drawn(message: Partial<ChatMessage>, pages: { url: string; title: string }[] = []) {
  return renderToStaticMarkup(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <ShortTitles pages={pages}>
          <Message
            notebookId="1"
            question="How high is it?"
            message={{ role: 'assistant', content: 'It is high.', ...message }}
            crawlSuggestions={{ onCrawl: () => {}, busy: false, error: '' }}
            onCite={() => {}}
          />
        </ShortTitles>
      </QueryClientProvider>
    </MantineProvider>,
  )
}

describe('an answer', () => {
  it('shows a corrected question above the text of the built-in engine, and what a model searched for on demand', () => {
    const searchedFor = 'How high is the tower?'
    const quoted = drawn({ engine: 'Built-in engine', used: { ...used, engineKind: 'built-in', searchedFor } })
    expect(quoted.indexOf(`Searched for: ${searchedFor}`)).toBeLessThan(quoted.indexOf('It is high.'))
    expect(quoted).not.toContain('<details')
    const written = drawn({ engine: 'gpt-4.1', used: { ...used, engineKind: 'language-model', searchedFor } })
    expect(written).toMatch(/<details[^>]*><summary>Answered by gpt-4\.1 · [^<]+<\/summary>Searched for: How high/)
  })

  it('counts nothing without a source in small talk [message-1]', () => {
    const uncited = [{ start: 0, end: 11 }]
    const inAnswer = drawn({ uncited, used: { ...used, kind: 'answer' } })
    const inSmallTalk = drawn({ uncited, used: { ...used, kind: 'small-talk' } })
    expect([inAnswer, inSmallTalk].map((shown) => shown.includes('without a source'))).toEqual([true, false])
  })

  it('names a source without the name of the site that all pages end with', () => {
    const titles = ['Plans | Acme', 'Chats | Acme', 'Search | Acme']
    const pages = titles.map((title, n) => ({ url: `https://docs.example.org/${n}`, title }))
    const nearest = pages.map((page, marker) => ({ ...page, ...PASSAGE, marker }))
    const shown = drawn({ nearest }, pages)
    expect([shown.includes('>Plans<'), shown.includes('Acme')]).toEqual([true, false])
  })

  it('shows closest passages in quotation marks unless they have some [message-4]', () => {
    const sentences = ['It is high.', '“Climb it,” the guide said.', 'The guide said: „Steigt hinauf!“']
    const nearest = sentences.map((sentence, marker) => ({ ...PASSAGE, url: '', title: '', marker, sentence }))
    const shown = drawn({ nearest })
    expect(sentences.map((sentence) => shown.includes(`${sentence}</q>`))).toEqual([true, false, false])
    expect(sentences.every((sentence) => shown.includes(sentence))).toBe(true)
  })

  it('lists the sources that an answer of the built-in engine does not show itself, and all of a model [message-6]', () => {
    const shown = { ...PASSAGE, url: '/tower', title: 'Tower', marker: 1 }
    const hidden = { ...PASSAGE, url: '/bridge', title: 'Bridge', marker: 2, sentence: 'It is long.' }
    const content = '**Tower** [1]\n\n> **It is high.** [2]'
    const listOf = (engineKind: 'built-in' | 'language-model') => {
      const text = drawn({ content, citations: [shown, hidden], used: { ...used, kind: 'answer', engineKind } })
      return text.slice(text.indexOf('<ol'), text.indexOf('</ol>'))
    }
    expect(['Tower', 'Bridge'].map((title) => listOf('built-in').includes(title))).toEqual([false, true])
    expect(['Tower', 'Bridge'].map((title) => listOf('language-model').includes(title))).toEqual([true, true])
  })

  it('does not present closest passages like an answer: no sign of a quotation, no count [message-5]', () => {
    const citations = [{ ...PASSAGE, url: '', title: 'Tower', marker: 1 }]
    const content = `${CLOSEST}\n\n**Tower** [1]\n\n> **It is high.**`
    const closest = drawn({ content, citations, used: { ...used, kind: 'closest' } })
    const writing = drawn({ content, citations })
    const answer = drawn({ content, citations, used: { ...used, kind: 'answer' } })
    expect([closest, writing, answer].map((shown) => shown.includes('data-tentative="true"'))).toEqual([
      true,
      true,
      false,
    ])
    expect([closest, answer].map((shown) => shown.includes('1 quoted'))).toEqual([false, true])
  })

  it('can be kept as a check, unless it is closest passages', () => {
    const citations = [{ ...PASSAGE, url: '/tower', title: 'Tower', marker: 1 }]
    const shownAs = (kind: 'answer' | 'closest') =>
      drawn({ content: `${CLOSEST}\n\n> **It is high.** [1]`, citations, used: { ...used, kind } })
    expect((['answer', 'closest'] as const).map((kind) => shownAs(kind).includes('Keep as a check'))).toEqual([
      true,
      false,
    ])
  })

  it.each<[string, Partial<ChatMessage>]>([
    ['closest passages', { content: `${CLOSEST}\n\nIt is high.`, used: { ...used, kind: 'closest' } }],
    [
      'a refusal',
      {
        content: REFUSAL,
        nearest: [{ ...PASSAGE, url: '', title: '', marker: 1 }],
        used: { ...used, kind: 'refused' },
      },
    ],
  ])('shows unread pages above the passages of %s', (_of, message) => {
    const shown = drawn({
      ...message,
      offers: [{ crawlId: '1', url: 'https://example.org/tower', title: 'The tower' }],
    })
    expect(shown.indexOf('The tower')).toBeGreaterThan(0)
    expect(shown.indexOf('The tower')).toBeLessThan(shown.indexOf('It is high.'))
  })

  it.each<[string, Partial<ChatMessage>, string]>([
    ['its kind', { engine: 'Built-in engine', used: { ...used, engineKind: 'built-in' } }, 'Integrierte Engine'],
    ['the name stored by an earlier version', { engine: 'Built-in engine', used }, 'Integrierte Engine'],
    [
      'its kind, for any name of the model',
      { engine: 'Built-in engine', used: { ...used, engineKind: 'language-model' } },
      'Built-in engine',
    ],
  ])('knows the engine by %s', async (_by, message, name) => {
    expect(await inGerman(() => drawn(message))).toContain(name)
  })

  it.each<[string, Partial<ChatMessage>, string]>([
    ['a refusal', { content: REFUSAL, used: { ...used, kind: 'refused' } }, 'beantworten diese Frage nicht'],
    [
      'a refusal with a straight apostrophe',
      { content: REFUSAL.replace('’', "'"), used: { ...used, kind: 'refused' } },
      'beantworten diese Frage nicht',
    ],
    ['closest passages', { content: `${CLOSEST}\n\nText`, used: { ...used, kind: 'closest' } }, 'Dies sind die'],
    ['an answer of an earlier version', { content: REFUSAL, used }, 'beantworten diese Frage nicht'],
    ['an answer that only begins like a refusal', { content: REFUSAL, used: { ...used, kind: 'answer' } }, REFUSAL],
  ])('translates the opening of %s', async (_kind, message, words) => {
    expect(await inGerman(() => drawn(message))).toContain(words)
  })
})

async function inGerman<Result>(draw: () => Result): Promise<Result> {
  await openLanguage('de')
  try {
    return draw()
  } finally {
    await openLanguage('en')
  }
}
