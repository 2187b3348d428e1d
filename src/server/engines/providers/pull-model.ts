/** Downloads a model through Ollama's /api/pull. */
import { z } from 'zod'
import { fetchWithoutRedirect } from './provider-settings.ts'
import { splitLines } from './split-lines.ts'

const Progress = z.object({
  status: z.string().default(''),
  total: z.number().optional(),
  completed: z.number().optional(),
  error: z.string().optional(),
})

export type PullProgress = {
  /** 0 to 1 of the file that is being downloaded; null before the first one. */
  share: number | null
}

/** Ends when the model is installed. Throws an Error with Ollama's reason. */
export async function* pullModel(baseUrl: string, model: string, signal: AbortSignal): AsyncGenerator<PullProgress> {
  const response = await fetchWithoutRedirect(`${baseUrl}/api/pull`, {
    method: 'POST',
    body: JSON.stringify({ model, stream: true }),
    signal,
  })
  if (!response.body) throw new Error('no response')
  for await (const line of response.body.pipeThrough(new TextDecoderStream()).pipeThrough(splitLines())) {
    const { error, total, completed = 0 } = Progress.parse(JSON.parse(line))
    if (error !== undefined) throw new Error(error)
    yield { share: total ? completed / total : null }
  }
}
