export const skipped = {
  count: '{n, plural, one {# Adresse} other {# Adressen}} übersprungen',
  failed: '{n, plural, one {# Seite} other {# Seiten}} fehlgeschlagen',
  waiting: '{n, plural, one {# Seite} other {# Seiten}} noch nicht gecrawlt',
  otherSites: '{n, plural, one {# Link} other {# Links}} zu anderen Websites',
  none: 'Es wurden keine Adressen übersprungen.',
  title: 'Übersprungene Adressen',
  reasons: 'Gründe',
  allReasons: 'Alle Gründe',
  filter: 'Übersprungene Adressen filtern',
  filterPlaceholder: 'Nach Adresse oder Detail filtern',
  matchesSearching: '{n, plural, one {# Treffer} other {# Treffer}}, Suche läuft noch',
  matches: '{n, plural, one {# Treffer} other {# Treffer}}',
  loadFailed: 'Die übersprungenen Adressen konnten nicht geladen werden.',
  loadingMore: 'Weitere Adressen werden geladen …',
  robotsAdvice: 'Nur der Betreiber der Website kann das in robots.txt erlauben.',
  otherHostAdvice:
    'Ein Crawl bleibt auf dem Host der Startseite. Um diese Seiten zu lesen, starten Sie dort einen Crawl.',
  outsidePathAdvice:
    'Ein Crawl bleibt unterhalb der Startadresse. Um diese Seiten zu lesen, starten Sie weiter oben auf der Website.',
  excludedPathAdvice: 'Pfade wie login, admin oder assets werden nie gecrawlt. Sie enthalten selten nützlichen Text.',
  fileAdvice: 'Gelesen werden nur Seiten, keine Bilder, Dokumente oder Archive.',
  tooDeepAdvice:
    'Um diese Seiten zu lesen, erhöhen Sie die maximale Tiefe oder starten Sie von einer näheren Seite aus.',
  continueAdvice: 'Mit „Crawl fortsetzen“ werden diese Seiten gecrawlt.',
  duplicateAdvice: 'Es fehlt nichts: Derselbe Text wurde unter einer anderen Adresse gelesen.',
  redirectAdvice: 'Um diese Seiten zu lesen, starten Sie einen Crawl am Ziel der Weiterleitung.',
  httpErrorAdvice:
    'Bei einem Status wie 404 existiert die Seite nicht mehr oder ist für Crawler gesperrt. Bei 429 oder 5xx ist die Website vielleicht überlastet: Versuchen Sie es mit „Fehlgeschlagene wiederholen“.',
  timeoutAdvice: 'Die Website ist vielleicht überlastet. Versuchen Sie es mit „Fehlgeschlagene wiederholen“.',
  tooLargeAdvice:
    'Die Seite überschreitet die Größenbeschränkung. Ist sie kleiner geworden, versuchen Sie es mit „Fehlgeschlagene wiederholen“.',
  notTextAdvice: 'Gelesen werden nur HTML und einfacher Text.',
  noTextAdvice:
    'Wenn Ihr Browser dort Text anzeigt, wird er durch Skripte erzeugt. Wählen Sie für den Crawl die Abrufmethode „Browser“.',
  privateAddressAdvice:
    'Adressen in privaten Netzen sind gesperrt. Der Betreiber des Servers kann einzelne mit ALLOW_PRIVATE_HOSTS erlauben.',
  unreachableAdvice:
    'Die Website ist vielleicht nicht erreichbar oder die Adresse falsch. Versuchen Sie es mit „Fehlgeschlagene wiederholen“.',
  noindexAdvice: 'Die Seite schließt die Indexierung aus (noindex).',
  nofollowAdvice:
    'Die verlinkende Seite verwendet nofollow. Um eine dieser Seiten zu lesen, starten Sie einen Crawl an ihrer Adresse.',
  noCreditsAdvice: 'Sobald Sie wieder Credits haben, werden diese Seiten mit „Crawl fortsetzen“ gecrawlt.',
  unreadableAdvice: 'Beim Lesen ist ein Fehler aufgetreten. Versuchen Sie es mit „Fehlgeschlagene wiederholen“.',
  robotsUnreadableAdvice:
    'Seiten werden erst gelesen, wenn die robots.txt verfügbar ist. Versuchen Sie es mit „Fehlgeschlagene wiederholen“.',
  excludedByPatternAdvice: 'Um diese Seiten zu lesen, starten Sie einen Crawl mit anderen Mustern.',
  notSelectedAdvice:
    'Um diese Seiten zu lesen, wählen Sie diesen Teil der Website in der Vorschau aus und starten Sie erneut.',
  needsBrowserAdvice:
    'Auf diesem Server fehlt ein Browser, um solche Seiten darzustellen. Unter jeder Adresse steht, wie der Betreiber einen installiert. Wählen Sie danach „Fehlgeschlagene wiederholen“.',
  repeatsAdvice:
    'Der Crawl hat viele Anfragen gestellt, aber kaum neue Seiten gefunden. Wählen Sie „Crawl fortsetzen“, um weiterzusuchen, oder beginnen Sie auf einer anderen Seite.',
  truncatedAdvice:
    'Die Seite wurde nur bis zu einem Limit gelesen. Der Rest wird nicht durchsucht, seine Links können Sie aber einzeln crawlen.',
} as const
