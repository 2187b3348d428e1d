/** Pages that tell what changed from version to version: they name everything, and explain little of it as it is now. */

const HISTORY =
  /what['’]?s new|release notes?\b|change ?log|version history|\brelease \d|\bversion \d+(?:\.\d+)+ |neuigkeiten|versionshinweise|änderungsprotokoll|notes de version|notas de (?:la )?versi|note di rilascio|что нового|список изменений|更新日志|変更履歴/iu

const ASKS_FOR_HISTORY = /\d|\b(?:new|chang|version|release|since|added|removed|deprecat|neu|geändert|nouve|nuev|nuov|novo|нов)/iu

export function isHistoryTitle(pageTitle: string): boolean {
  return HISTORY.test(pageTitle)
}

/** True when such pages may hold the answer as well as others. */
export function asksForHistory(question: string): boolean {
  return ASKS_FOR_HISTORY.test(question)
}
