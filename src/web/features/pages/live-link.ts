const WORDS_AT_AN_END = 6

/**
 * The live page at the sentence: a text fragment (WICG Scroll to Text Fragment). A long sentence is named by its
 * first and last words, since one changed word in the middle would lose it.
 */
export function liveLink(url: string, sentence: string | null): string {
  const words = (sentence ?? '').replace(/[*_`]/g, '').trim().split(/\s+/).filter(Boolean)
  if (words.length === 0) return url
  const whole = words.length <= 2 * WORDS_AT_AN_END
  const parts = whole ? [words] : [words.slice(0, WORDS_AT_AN_END), words.slice(-WORDS_AT_AN_END)]
  return `${url.split('#')[0]}#:~:text=${parts.map((part) => encode(part.join(' '))).join(',')}`
}

/** A hyphen has a meaning of its own in a text fragment. */
const encode = (text: string) => encodeURIComponent(text).replace(/-/g, '%2D')
