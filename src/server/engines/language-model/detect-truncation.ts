/**
 * Detects a service that cuts long prompts without an error, such as Ollama's OpenAI-compatible interface. Our count is an
 * estimate on the high side, so a difference alone is no evidence.
 */

type Prompt = { estimated: number; reported: number }

const MIN_WINDOW = 1_024
/** Below this share of its estimate, a prompt as long as a usual window was cut: for English, a whole one has 75 %. */
const MAX_CUT_SHARE = 0.65
/** A prompt with this many times the tokens of another must not be reported as shorter. */
const GROWTH = 2
/** The estimates of two prompts of the same reported size differ by more if they were cut. */
const MIN_DIFFERENCE = 1.05

/** Returns a function that gives the length at which a prompt was cut, or null if it was not. */
export function createTruncationDetector() {
  const promptsByModel = new Map<string, { shortest: Prompt; flat: Prompt | null }>()
  return (model: string, { estimated, reported }: { estimated: number; reported: number | undefined }) => {
    if (reported === undefined || reported < MIN_WINDOW) return null
    const prompt = { estimated, reported }
    const { shortest, flat } = promptsByModel.get(model) ?? { shortest: prompt, flat: null }
    const isFlat = isPowerOfTwo(reported)
    promptsByModel.set(model, {
      shortest: estimated < shortest.estimated ? prompt : shortest,
      flat: isFlat ? prompt : flat,
    })
    const isFarTooShort = isFlat && reported < estimated * MAX_CUT_SHARE
    const isFlatAgain = isFlat && flat?.reported === reported && differ(flat.estimated, estimated)
    const hasShrunk = estimated >= shortest.estimated * GROWTH && reported <= shortest.reported
    return isFarTooShort || isFlatAgain || hasShrunk ? reported : null
  }
}

/** Servers cut at their window. */
const isPowerOfTwo = (tokens: number) => Number.isInteger(Math.log2(tokens))
const differ = (a: number, b: number) => Math.max(a, b) > Math.min(a, b) * MIN_DIFFERENCE
