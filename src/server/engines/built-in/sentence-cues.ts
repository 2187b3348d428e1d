/** Surface cues: does a sentence depend on the one before, or does it only refer elsewhere? */

/** "However, …", "This …", "Es …": incomplete without the previous sentence; not "Italy …". */
const DEPENDENT_OPENING =
  /^["“(]?(?:however|this|these|those|that|it|its|they|their|such|then|therefore|thus|hence|so|also|otherwise|instead|similarly|likewise|in (?:this|that|such|these|other) (?:cases?|way|mode|words|situations?|examples?)|the (?:former|latter|same|following|above|previous)|another|but|and|or|yet|he|she|his|her|for (?:this|that) reason|as a result|nevertheless|furthermore|moreover|in addition|jedoch|dies(?:e[srnm]?)?|es|er|sie|dabei|dadurch|daher|deshalb|außerdem|sin embargo|est[eao]s?|es[ea]s?|además|cependant|c['’]est|cela|ils?|elles?|ce(?:s|tte|t)?|tuttavia|quest[oaie]|porém|isso|echter|deze|dit|однако|это|эти?|он[аио]?|поэтому|ωστόσο|αυτ[όήάέοί]\S*|ancak|bu|bunlar|o|însă|acest\S*|tuy nhiên|điều này|nó|họ)(?=[\s,])/iu

/** "See also the manual.", "Changed in version 3.2."; not "The manual changed." */
const REFERENCE_OPENING =
  /^["“(]?(?:(?:for (?:more|further|additional)? ?(?:information|details|examples?).{0,40})?(?:see|refer to|consult)\b|see also\b|(?:new|changed|deprecated|added|removed)(?: in version| since)|source code:|availability:|note that see\b|let['’]s (?:see|look|take|try|start|begin|explore|examine)\b|siehe\b|vgl\b|véase\b|voir\b|vedi\b|zie\b|см\.|参见|参照)/iu
/** "For locks, see chapter 13 for more information."; not "See chapter 13." */
const REFERENCE_ENDING =
  /\bsee .{3,80} for (?:more |further |additional )?(?:information|details|examples|an? \w+|other|the)\b.{0,60}\.$/iu

const PRONOUN =
  /(?<![\p{L}])(?:it|they|this|these|those|he|she|es|er|sie|ello|ellos|ella|il|elle|ils|elles|он|она|оно|они|αυτ[όήάέοί]\S*)(?![\p{L}])/iu

const MIN_INFORMATIVE_WORDS = 4
/** A longer sentence says something beside its reference. */
const MAX_REFERENCE_WORDS = 25
/** Characters at the start of a sentence in which a pronoun most likely refers to the previous sentence. */
const PRONOUN_RANGE = 60

export function dependsOnPrevious(text: string): boolean {
  return DEPENDENT_OPENING.test(text)
}

/** True if the sentence depends on the previous one, or has a pronoun near its start that may refer to a word of it. */
export function mayReferToPrevious(text: string): boolean {
  return dependsOnPrevious(text) || PRONOUN.test(text.slice(0, PRONOUN_RANGE))
}

/** "7.8.4." before the heading of that section in a table of contents, or "Locks\n7.8.4." with the heading before. */
const SECTION_NUMBER = /(?:^|\n)\d+(?:\.\d+)+\.$/

/** "Returns: <Promise>", "To access this command...": nothing without what follows. */
const INCOMPLETE = /^returns?:\s*[<{][^>}]*[>}]\.?$|^[^.!?]{1,40}(?:\.{3}|…)$/iu

/** True for a text without words, an incomplete line, a section number, a reference to another place, and in writing systems with capitals for fewer than four words. */
export function isUninformative(text: string, words: number): boolean {
  if (words === 0 || SECTION_NUMBER.test(text) || INCOMPLETE.test(text)) return true
  if (REFERENCE_OPENING.test(text)) return true
  if (REFERENCE_ENDING.test(text) && words < MAX_REFERENCE_WORDS) return true
  return /\p{Lu}/u.test(text) && words < MIN_INFORMATIVE_WORDS
}

/** Ends with a colon, as "As follows:" and "**Note:**" do; not "Note: read on". */
const COLON_END = /[:：]["”’*_)]*$/
/** The last sentence announces what follows: "The following is a list of all codes." */
const ANNOUNCEMENT = /\b(?:following|below|folgende[nrs]?|unten)\b[^.!?]*[.!?]?$/iu

export const endsWithColon = (text: string): boolean => COLON_END.test(text)

/** True if a list, table or code after the paragraph belongs to it. */
export const introducesNext = (paragraph: string): boolean => endsWithColon(paragraph) || ANNOUNCEMENT.test(paragraph)

/** "A, B, C and D"; not "a long, cold winter and a warm spring". */
const ENUMERATION = /(?:[^,]+,){2}[^,]*?[\s,](?:and|or|und|oder|sowie|et|ou|y|o|e)\s/iu
/** True if the sentence names four things, or three as in "A, B, and C". */
export const enumerates = (text: string): boolean => ENUMERATION.test(text)

/** "unlike A, B …", "B rather than A". */
const CONTRAST =
  /\b(?:unlike|whereas|rather than|as opposed to|in contrast|by contrast|on the other hand|conversely|except that|the (?:main |only )?difference|differs? (?:from|in)|im gegensatz|wohingegen|hingegen|dagegen|anders als|der unterschied)\b/iu
/** "Unlike that, …", "Im Gegensatz zu diesem …": set against what the sentence before names. */
const CONTRAST_WITH_PREVIOUS =
  /\b(?:unlike|in contrast to|as opposed to|im gegensatz zu|anders als) (?:this|that|these|those|it|them|dies(?:em|en|er|es)?)\b/iu

/** True if the sentence sets one thing against another, on its own. */
export const contrasts = (text: string): boolean => CONTRAST.test(text)
/** True if it needs the sentence before to say against what. */
export const contrastsWithPrevious = (text: string): boolean => CONTRAST_WITH_PREVIOUS.test(text)
