/** Has the model write the summary, main points and topics of a page. */
import type { EngineMessage, PageAnalysis } from '#server/engines/engine.ts'
import type { ChatClient, ChatRequest } from './chat-client.ts'
import { parseAnalysis } from './parse-analysis.ts'
import { ANALYSIS_AS_JSON, ANALYSIS_PROMPT, ANALYSIS_SCHEMA, analysisQuestion } from './prompts.ts'
import { ServiceFailure } from './service-failure.ts'

/** From the specification, sections 7 and 9. */
const PARAMETERS = { temperature: 0.3, maxTokens: 500 }

type Page = { title: string; content: string }

/** Remembers whether the model can answer by a schema. */
export function createPageAnalyzer(client: ChatClient) {
  let answersBySchema = true

  /** Empty values for a page without words. Throws if the service fails or the response is not an analysis. */
  return async (page: Page, signal: AbortSignal): Promise<PageAnalysis> => {
    if (!hasWords(page.content)) return { summary: '', mainPoints: [], topics: [] }
    const messages: EngineMessage[] = [{ role: 'user', content: analysisQuestion(page) }]
    if (answersBySchema) {
      const analysis = await analyzeBySchema(client, { messages, ...PARAMETERS, signal })
      if (analysis) return analysis
      answersBySchema = false
    }
    const response = await client.complete({ system: ANALYSIS_PROMPT, messages, ...PARAMETERS, signal })
    const analysis = parseAnalysis(response)
    if (isEmpty(analysis)) throw new ServiceFailure('other', 'The response of the model is not a page analysis')
    return analysis
  }
}

function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text)
}

/** Null if the model cannot answer by a schema: the service refuses it, or the response is no analysis. */
async function analyzeBySchema(
  client: ChatClient,
  request: Omit<ChatRequest, 'system' | 'schema'>,
): Promise<PageAnalysis | null> {
  const system = ANALYSIS_PROMPT + ANALYSIS_AS_JSON
  try {
    const analysis = parseAnalysis(await client.complete({ ...request, system, schema: ANALYSIS_SCHEMA }))
    return isEmpty(analysis) ? null : analysis
  } catch (error) {
    if (error instanceof ServiceFailure && error.kind === 'format-unsupported') return null
    throw error
  }
}

function isEmpty({ summary, mainPoints, topics }: PageAnalysis): boolean {
  return summary === '' && mainPoints.length === 0 && topics.length === 0
}
