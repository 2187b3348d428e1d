/**
 * Detects a service that cuts long prompts without an error, such as Ollama's OpenAI-compatible interface. Our count is
 * an estimate on the high side, so a difference alone is no evidence.
 */

type Prompt = { estimated: number; reported: number }

/** No service cuts at less, and short prompts of many pages would hit a power of two by chance. */
const MIN_WINDOW = 2_048
/** Below this share of its estimate, a prompt may have been cut: for English, a whole one has 75 %. */
const MAX_CUT_SHARE = 0.65
/** A prompt with this many times the tokens of another must not be reported as shorter. */
const GROWTH = 2
/** The estimates of two prompts of the same reported size differ by more if they were cut. */
const MIN_DIFFERENCE = 1.05
/** A cut prompt is as long as the longest of this many. Fewer prompts than all, because a server may be restarted. */
const RECENT_PROMPTS = 50

type History = { shortest: Prompt; flat: Prompt | null; recent: number[] }

/** Returns a function that gives the length at which a prompt was cut, or null if it was not. */
export function createTruncationDetector() {
  const histories = new Map<string, History>()
  return (model: string, prompt: Prompt): number | null => {
    const { estimated, reported } = prompt
    if (reported < MIN_WINDOW) return null
    const { shortest, flat, recent } = histories.get(model) ?? { shortest: prompt, flat: null, recent: [] }
    const isFlat = isPowerOfTwo(reported) && recent.every((each) => each <= reported)
    histories.set(model, {
      shortest: estimated < shortest.estimated ? prompt : shortest,
      flat: isFlat ? prompt : flat,
      recent: [...recent, reported].slice(-RECENT_PROMPTS),
    })
    const isShort = reported < estimated * MAX_CUT_SHARE
    const isFlatAgain = isFlat && flat?.reported === reported && differ(flat.estimated, estimated)
    const hasShrunk = isShort && estimated >= shortest.estimated * GROWTH && reported <= shortest.reported
    return (isFlat && isShort) || isFlatAgain || hasShrunk ? reported : null
  }
}

/** Servers cut at their window. */
const isPowerOfTwo = (tokens: number) => Number.isInteger(Math.log2(tokens))
const differ = (a: number, b: number) => Math.max(a, b) > Math.min(a, b) * MIN_DIFFERENCE
