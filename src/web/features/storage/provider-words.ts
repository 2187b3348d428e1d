import { errorWords } from '#web/languages/said-words.ts'

/** The words for coming back without a code. What stands in an address may be anybody's: only a plain word is repeated. */
export function providerWords(error: string | undefined): string {
  const failure = errorWords('storage.callback-failed')
  return error && /^[a-z_]{1,40}$/.test(error) ? `${failure}: ${error.replaceAll('_', ' ')}` : failure
}
