export const crawl = {
  depth: 'Tiefe',
  currentlyCrawling: 'Wird gerade gelesen: {url}',
  waitingForFirstPage: 'Warten auf die erste Seite',
  stopCrawling: 'Crawl stoppen',
  stopQuestion: 'Crawl stoppen?',
  continueCrawling: 'Crawl fortsetzen',
  stopHint: 'Bereits gelesene Seiten bleiben erhalten. Sie können den Crawl später fortsetzen.',
  emailWhenDone: 'Sie erhalten eine E-Mail, sobald der Crawl fertig ist.',
  queued: 'In der Warteschlange',
  queuedBehind: 'In der Warteschlange hinter {n, plural, one {# Crawl} other {# Crawls}}',
  lessThanMinuteLeft: 'noch weniger als eine Minute',
  minutesLeft: 'noch etwa {n, plural, one {# Minute} other {# Minuten}}',
  hoursLeft: 'noch etwa {n, plural, one {# Stunde} other {# Stunden}}',
  pagesKept: '{n, plural, one {# Seite ist} other {# Seiten sind}} gespeichert.',
  noPagesRead: 'Es wurden keine Seiten gelesen.',
  pagesRead: '{n, plural, one {# Seite} other {# Seiten}} von {host} gelesen.',
  moved: '{url} leitet zu {movedTo} weiter, daher beginnt der Crawl dort.',
  tabRunning: '({pagesCrawled}/{pages}) {host} wird gecrawlt',
  tabFinished: '✓ {n, plural, one {# Seite} other {# Seiten}} von {host} gelesen',
  tabStopped: 'Gestoppt: {host}',
  tabFailed: 'Crawl fehlgeschlagen: {host}',
  statusRunning: 'Crawl läuft, bisher {n, plural, one {# Seite} other {# Seiten}}',
  statusStopped: 'Gestoppt, {n, plural, one {# Seite} other {# Seiten}} gespeichert',
  continueHint:
    '{n, plural, one {# weitere Seite} other {# weitere Seiten}} gefunden. Fortsetzen kostet höchstens {most, plural, one {# Credit} other {# Credits}}.',
  continueFreeHint:
    '{n, plural, one {# weitere Seite} other {# weitere Seiten}} gefunden. Fortsetzen liest kostenlos bis zu {most, plural, one {# Seite} other {# Seiten}}.',
  planLimitHint:
    '{n, plural, one {# weitere Seite} other {# weitere Seiten}} gefunden. Ihr Tarif erlaubt {most, plural, one {# Seite} other {# Seiten}} pro Crawl. Starten Sie einen weiteren Crawl ab einer dieser Seiten.',
  noCreditsHint:
    '{n, plural, one {# weitere Seite} other {# weitere Seiten}} gefunden. Zum Fortsetzen fehlen Ihnen Credits.',
  fewerPages: '{n, plural, one {# Seite mit Ihrem # Credit} other {# Seiten mit Ihren # Credits}} crawlen',
  continue: 'Crawl fortsetzen',
  retryHint:
    '{n, plural, one {# Seite ist fehlgeschlagen.} other {# Seiten sind fehlgeschlagen.}} Ein neuer Versuch kostet 1 Credit pro geladener Seite.',
  retryFailed: 'Fehlgeschlagene wiederholen',
  nothingReadHint: 'Unten sehen Sie, was übersprungen wurde und warum. Versuchen Sie es mit einer anderen Startseite.',
  checkUrl: 'Prüfen Sie die Adresse oben oder öffnen Sie sie in einem neuen Tab, und versuchen Sie es erneut.',
  recent: 'Letzte Crawls',
  notSaved: 'Noch nicht gespeichert',
  selectedCount: '{n, number} ausgewählt',
  deleteNamed: 'Crawl von {url} löschen',
  deleteQuestion: 'Diesen Crawl löschen?',
  deleteRunningWithWork:
    'Der Crawl wird gestoppt und {n, plural, one {# Seite} other {# Seiten}} von {host} samt Auswahl und Fragen gelöscht. Seiten, die in Chats verwendet werden, bleiben erhalten.',
  deleteRunning:
    'Der Crawl wird gestoppt und {n, plural, one {# Seite} other {# Seiten}} von {host} gelöscht. Seiten, die in Chats verwendet werden, bleiben erhalten.',
  deleteWithWork:
    '{n, plural, one {# Seite von {host} wird} other {# Seiten von {host} werden}} samt Auswahl und Fragen gelöscht. Seiten, die in Chats verwendet werden, bleiben erhalten.',
  delete:
    '{n, plural, one {# Seite von {host} wird} other {# Seiten von {host} werden}} gelöscht. Seiten, die in Chats verwendet werden, bleiben erhalten.',
  waitingForHost: 'Wartet auf andere Anfragen an {host}',
  summarisingLast: 'Die letzte Seite wird zusammengefasst',
  summarisingLastPages: 'Die letzten {n} Seiten werden zusammengefasst',
} as const
