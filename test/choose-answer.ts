/** The answer of the built-in engine to a question about pages in Markdown, without the text around it. */
import { chooseAnswer } from '#server/engines/built-in/choose-answer.ts'
import { createPassageFinder } from '#server/retrieval/passage-finder.ts'
import { splitPassages } from '#server/retrieval/split-passages.ts'

/** The title of a page is its first heading, its address below `site` its number. */
export async function choose(page: string | string[], question: string, language = 'en', site = 'https://example.org') {
  const finder = createPassageFinder({ maxBytes: 1e6 })
  const load = async () =>
    [page].flat().flatMap((content, pageId) =>
      splitPassages(content).map(({ headingPath, startOffset, endOffset }, n) => ({
        id: `${pageId}#${n}`,
        pageId: String(pageId),
        pageUrl: `${site}/${pageId}`,
        pageTitle: /^# (.+)/.exec(content)?.[1] ?? '',
        headingPath,
        text: content.slice(startOffset, endOffset),
        startOffset,
        language,
      })),
    )
  const found = await finder.find({ key: 'page', load, question, limit: 8 })
  return chooseAnswer(question, [], found)
}

/** The sentences of the answer, best first. */
export const answer = async (page: string | string[], question: string) =>
  (await choose(page, question)).sentences.map(({ text }) => text)
