/** Changelog pages mention every feature but rarely explain its current behavior, so ranking demotes them. */

/** "What’s new in 3.2", "Release notes", "Changes — Lanterns 3.2"; not "Releasing a lock" or "Version 3.2 manual". */
const CHANGELOG_TITLE =
  /^changes(?=\s*(?:$|[—–|·:-]))|\bchanges (?:from|in|since) (?:version|release)\b|what['’]?s new|release notes?\b|change ?log|(?:change|version|release|revision) history|\brelease \d|neuigkeiten|versionshinweise|änderungsprotokoll|notes de version|notas de (?:la )?versi|note di rilascio|что нового|список изменений|更新日志|変更履歴/iu

/**
 * A version, or a word for changes of the product; "how do I change a password", "a new branch" and "which version do I
 * need" are about none.
 */
const CHANGE_QUESTION =
  /\d\.\d|\bv\d|\bnew (?:in|features?|since)\b|\b(?:which|what) new\b|\b(?:what['’]?s new|newly|newest|changes|version(?!.*\b(?:need|require|support))|release|since|added|removed|deprecat|neu in|neuerung|neueste|geändert|änderungen|seit|nouve|nuev|nuov|novo|нов)|\b(?:has|have|was|were|what|is|are)\b.*\bchanged\b/iu

/** "PostgreSQL 15"; not "Chapter" or "chapter 15". */
const NAME_WITH_VERSION = /\p{Lu}\p{L}+ \d{1,2}\b/u

/** "Version 1.2.0a8 (2020-04-22)", "2020-04-22 - Version 1.2.0", "3.2 - 22 April 2020"; not "Lanterns 3.2". */
const DATED_VERSION =
  /^(?:(?:version|release)?\s*v?\d+\.\d[\w.]*\b.*\b(?:19|20)\d\d\b|(?:19|20)\d\d-\d\d-\d\d\b.*\b(?:version|release) \d)/iu
/** The header of a table of changes below a function. */
const CHANGES_HEADER = /^\|\s*Version\s*\|\s*(?:Changes|Description)\s*\|$/im
const MAX_HEADING_CHARACTERS = 60

/** True for a passage of a page or section that lists the changes of each version. */
export function isInChangelog({ pageTitle, headingPath, text }: ChangelogCandidate): boolean {
  return isChangelogTitle(pageTitle) || headingPath.some(isChangelogHeading) || CHANGES_HEADER.test(text)
}

type ChangelogCandidate = { pageTitle: string; headingPath: readonly string[]; text: string }

const isChangelogHeading = (heading: string) =>
  heading.length <= MAX_HEADING_CHARACTERS && (CHANGELOG_TITLE.test(heading) || DATED_VERSION.test(heading))

export function isChangelogTitle(pageTitle: string): boolean {
  return CHANGELOG_TITLE.test(pageTitle)
}

/** True if the question mentions versions or changes, so that changelogs must not be demoted. */
export function asksAboutChanges(question: string): boolean {
  return CHANGE_QUESTION.test(question) || NAME_WITH_VERSION.test(question)
}
