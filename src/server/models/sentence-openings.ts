/** What the beginning of a sentence tells of it: that it leans on the one before, or that it only points elsewhere. */

/** However, This, It, Es, Dieser, Cependant, Он … : what is meant stands in the sentence before. */
const LEANS =
  /^["“(]?(?:however|this|these|those|that|it|its|they|their|such|then|therefore|thus|hence|so|also|otherwise|instead|similarly|likewise|in (?:this|that|such|these|other) (?:cases?|way|mode|words|situations?|examples?)|the (?:former|latter|same|following|above|previous)|another|but|and|or|yet|he|she|his|her|for (?:this|that) reason|as a result|nevertheless|furthermore|moreover|in addition|jedoch|dies(?:e[srnm]?)?|es|er|sie|dabei|dadurch|daher|deshalb|außerdem|sin embargo|est[eao]s?|es[ea]s?|además|cependant|c['’]est|cela|ils?|elles?|ce(?:s|tte|t)?|tuttavia|quest[oaie]|porém|isso|echter|deze|dit|однако|это|эти?|он[аио]?|поэтому|ωστόσο|αυτ[όήάέοί]\S*|ancak|bu|bunlar|o|însă|acest\S*|tuy nhiên|điều này|nó|họ)(?=[\s,])/iu

/** "See also …", "Changed in version …", "Defaults to true.": tells nothing by itself. */
const POINTS_ELSEWHERE =
  /^["“(]?(?:(?:for (?:more|further|additional)? ?(?:information|details|examples?).{0,40})?(?:see|refer to|consult)\b|see also\b|(?:new|changed|deprecated|added|removed)(?: in version| since)|source code:|availability:|note that see\b|siehe\b|vgl\b|véase\b|voir\b|vedi\b|zie\b|см\.|参见|参照)/iu
const ENDS_ELSEWHERE = /\bsee .{3,80} for (?:more |further |additional )?(?:information|details|examples|an? \w+|other|the)\b.{0,60}\.$/iu

const POINTS_BACK = /(?<![\p{L}])(?:it|they|this|these|those|he|she|es|er|sie|ello|ellos|ella|il|elle|ils|elles|он|она|оно|они|αυτ[όήάέοί]\S*)(?![\p{L}])/iu

const FEWEST_WORDS = 4

export function leansOnPrevious(text: string): boolean {
  return LEANS.test(text)
}

/** True when a pronoun near its beginning stands for something said before. */
export function pointsBack(text: string): boolean {
  return leansOnPrevious(text) || POINTS_BACK.test(text.slice(0, 60))
}

/** A crumb says less than a sentence: it points elsewhere or has three words or fewer. */
export function isCrumb(text: string, words: number): boolean {
  if (POINTS_ELSEWHERE.test(text)) return true
  if (ENDS_ELSEWHERE.test(text) && words < 25) return true
  return /\p{Lu}/u.test(text) && words < FEWEST_WORDS
}
