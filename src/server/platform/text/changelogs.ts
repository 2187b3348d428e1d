/** Changelog pages mention every feature but rarely explain its current behaviour, so ranking demotes them. */

const CHANGELOG_TITLE =
  /what['’]?s new|release notes?\b|change ?log|version history|\brelease \d|\bversion \d+(?:\.\d+)+ |neuigkeiten|versionshinweise|änderungsprotokoll|notes de version|notas de (?:la )?versi|note di rilascio|что нового|список изменений|更新日志|変更履歴/iu

const CHANGE_QUESTION =
  /\d|\b(?:new|chang|version|release|since|added|removed|deprecat|neu|geändert|nouve|nuev|nuov|novo|нов)/iu

export function isChangelogTitle(pageTitle: string): boolean {
  return CHANGELOG_TITLE.test(pageTitle)
}

/** True if the question mentions versions or changes, so that changelogs must not be demoted. */
export function asksAboutChanges(question: string): boolean {
  return CHANGE_QUESTION.test(question)
}
