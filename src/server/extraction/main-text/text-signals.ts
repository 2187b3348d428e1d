/** Patterns and counts that indicate what kind of text a block contains. */

/** "It ends.", "As follows:"; not "It ends". */
export const SENTENCE_END_AT_END = /[.!?:。！？…]["'”’)]?$/
/** "$ 5", "12 USD"; not "5 dollars". */
export const PRICE = /[$€£¥₹]\s?\d|\d\s?(?:€|£|USD|EUR|zł|kr)\b/
/** "2024", "12:30", "24/12"; not "12". */
export const DATE = /\b(?:19|20)\d\d\b|\b\d{1,2}[/.:]\d{2}\b/
/** "© Example", "Privacy policy"; not "private". */
export const LEGAL = /©|all rights reserved|terms of (?:use|service)|privacy policy|cookie/i
/** Typical first words of buttons, links and boxes around the main text: "Read more", "Log in"; not "To log in, …". */
export const BOILERPLATE =
  /^(?:share|reply|like|quote|report|log ?in|sign ?(?:in|up)|register|subscribe|follow|read more|show more|view more|see all|view all|learn more|load more|next|previous|back|home|menu|search|close|skip|add to|quick view|sort|filter|loading|you (?:may|might) also|related|recommended|advertisement|sponsored|comments?|leave a|posted in|tags?|categor|print|e-?mail|download|click|shop now|buy now|customers)/i

/**
 * First words of labels above text that is not the page's own: other pages, comments, the author, subscriptions.
 * "Related articles", "3 comments"; not "A related article".
 */
export const SECONDARY_HEADING =
  /^(?:(?:\d+\s+)?comments?\b|(?:view|show|leave|post|add|read) (?:a |all |\d+ )?(?:comments?|repl)|(?:\d+\s+)?(?:thoughts|responses|replies) (?:on|to)|related\b|recommended|recommendations|more (?:from|in|on|stories|news|articles|posts|like|to|by)|most (?:read|popular|viewed|shared|commented)|popular|trending|latest|recent|read (?:next|more|also|this)|keep reading|continue reading|you (?:may|might)|also (?:on|in|read)|see also|up next|next up|don.t miss|what to read|editor.s pick|top (?:stories|news|posts)|featured|sponsored|promoted|paid|from (?:around|the web|our)|about the author|about us|author|written by|share|follow|tags?:?$|topics?:?$|filed under|newsletter|subscribe|sign up|join|get (?:the|our)|stay|advert|leave a|similar|other |further reading|explore|discover|customers (?:also|who)|recently viewed|frequently bought|mehr zum|verwandte|kommentare|meist ?gelesen|das k.nnte|auch interessant|weitere|lire aussi|commentaires|à lire|articles? (?:similaires|liés)|leer más|relacionad|comentarios|más )/i

const CAPITAL = /(?:^|\s)\p{Lu}/gu

const SPACE = 0x20

/** . ! ? 。 ！ ？ */
function isSentenceEnd(code: number): boolean {
  return code === 0x2e || code === 0x21 || code === 0x3f || code === 0x3002 || code === 0xff01 || code === 0xff1f
}

/** , ; 、 ， */
function isComma(code: number): boolean {
  return code === 0x2c || code === 0x3b || code === 0x3001 || code === 0xff0c
}

/** `text` is on one line, with single spaces between words. */
export function countTextSignals(text: string): {
  sentenceEnds: number
  commas: number
  capitals: number
  digits: number
} {
  let sentenceEnds = 0
  let commas = 0
  let capitals = 0
  let digits = 0
  let isAscii = true
  let previous = SPACE
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    const isLowerCase = code >= 0x61 && code <= 0x7a
    // Most characters are lower-case letters: nothing to count.
    if (!isLowerCase) {
      if (code >= 0x30 && code <= 0x39) digits++
      else if (code >= 0x41 && code <= 0x5a) capitals += previous === SPACE ? 1 : 0
      else if (isSentenceEnd(code)) sentenceEnds++
      else if (isComma(code)) commas++
      if (code > 0x7f) isAscii = false
    }
    previous = code
  }
  if (!isAscii) capitals = text.match(CAPITAL)?.length ?? 0
  return { sentenceEnds, commas, capitals, digits }
}
