/** How much a model reads at once, in tokens of question and answer together. */

/** By the beginning of the model's name, the first that fits. Sources: the providers' model pages. */
const windows: readonly (readonly [RegExp, number])[] = [
  [/^gpt-4-(turbo|1106|0125)/, 128_000],
  [/^gpt-4-32k/, 32_768],
  [/^gpt-4(-\d|$)/, 8_192],
  [/^gpt-3\.5/, 16_385],
  // A million tokens for every question would be paid for every time: more than this is asked for with the setting.
  [/^(gpt-|o\d|chatgpt|claude|gemini)/, 128_000],
]

/** What a server on one's own machine is commonly started with, whatever the model itself could read. */
const UNKNOWN_MODEL = 8_192

export function windowOf(model: string): number {
  const name = model.toLowerCase().split('/').at(-1) ?? ''
  return windows.find(([pattern]) => pattern.test(name))?.[1] ?? UNKNOWN_MODEL
}
