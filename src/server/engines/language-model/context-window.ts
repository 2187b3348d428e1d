/** By the start of the model's name, first match. Sources: the providers' model pages. */
const WINDOWS: readonly (readonly [RegExp, number])[] = [
  [/^gpt-4-(turbo|1106|0125)/, 128_000],
  [/^gpt-4-32k/, 32_768],
  [/^gpt-4(-\d|$)/, 8_192],
  [/^gpt-3\.5/, 16_385],
  // Some of these read a million tokens, but every question would cost that much: OPENAI_CONTEXT_TOKENS sets more.
  [/^(gpt-|o\d|chatgpt|claude|gemini)/, 128_000],
]

/** The usual setting of local servers, even when the model supports more. */
export const DEFAULT_WINDOW = 8_192

/** The context window of a model in tokens, question and answer together. */
export function contextWindowOf(model: string): number {
  const name = model.toLowerCase().split('/').at(-1) ?? ''
  return WINDOWS.find(([pattern]) => pattern.test(name))?.[1] ?? DEFAULT_WINDOW
}
