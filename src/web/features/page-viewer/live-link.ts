const WORDS_PER_END = 6

/**
 * A link to the sentence on the live page as a text fragment (WICG Scroll to Text Fragment). Long sentences are matched
 * by their first and last words, so that an edit in the middle does not break the link.
 */
export function liveLink(url: string, sentence: string | null): string {
  const words = (sentence ?? '').replace(/[*_`]/g, '').trim().split(/\s+/).filter(Boolean)
  if (words.length === 0) return url
  const isShort = words.length <= 2 * WORDS_PER_END
  const parts = isShort ? [words] : [words.slice(0, WORDS_PER_END), words.slice(-WORDS_PER_END)]
  return `${url.split('#')[0]}#:~:text=${parts.map((part) => encode(part.join(' '))).join(',')}`
}

/** Hyphens are syntax in text fragments. */
const encode = (text: string) => encodeURIComponent(text).replace(/-/g, '%2D')
