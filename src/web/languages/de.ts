/**
 * The screens in German. Each key is the English text as it stands in the code, or as the server says it. Written in ICU's
 * message format: what stands in braces stays as it is, but for the words of a plural.
 */
const de = {
  // The frame around every screen
  'Skip to content': 'Zum Inhalt springen',
  'Skip to the pages': 'Zu den Seiten springen',
  'Skip to the question': 'Zur Frage springen',
  'Chats': 'Chats',
  'Sign in': 'Anmelden',
  'Language': 'Sprache',
  'Readback, to the main screen': 'Readback, zum Hauptbildschirm',
  'Switch to dark colours': 'Zu dunklen Farben wechseln',
  'Switch to light colours': 'Zu hellen Farben wechseln',
  'Not found': 'Nicht gefunden',
  'There is nothing at this address': 'Unter dieser Adresse gibt es nichts',
  'The page may have moved, or the address has a mistake in it.':
    'Die Seite ist vielleicht umgezogen, oder in der Adresse steckt ein Fehler.',
  'Go to the main screen': 'Zum Hauptbildschirm',
  'Something went wrong': 'Etwas ist schiefgegangen',
  'Checking who you are': 'Es wird geprüft, wer Sie sind',

  // Generic pieces
  'Confirm': 'Bestätigen',
  'Cancel': 'Abbrechen',
  'Close': 'Schließen',
  'Delete': 'Löschen',
  'Remove': 'Entfernen',
  'Save': 'Speichern',
  'Copy': 'Kopieren',
  'Copied': 'Kopiert',
  'Copied.': 'Kopiert.',
  'Show': 'Zeigen',
  'Stop': 'Stoppen',
  'Back': 'Zurück',
  'Open': 'Öffnen',
  'Change': 'Ändern',
  'Name': 'Name',
  'Title': 'Titel',
  'Email': 'E-Mail',
  'Pages': 'Seiten',
  'Page': 'Seite',
  'Chat': 'Chat',
  'Message': 'Nachricht',
  'Messages': 'Nachrichten',
  'Credits': 'Credits',
  'Upgrade': 'Upgrade',
  'Upgrade Now': 'Jetzt upgraden',
  'Try Again': 'Erneut versuchen',
  'Try again': 'Erneut versuchen',
  'Loading': 'Wird geladen',
  'Panes': 'Bereiche',
  'just now': 'gerade eben',
  'or': 'oder',
  'Today': 'Heute',
  'Day': 'Tag',
  '{n, number} in all': 'insgesamt {n, number}',
  '{n, number} at most': 'höchstens {n, number}',
  'peak {n, number}': 'höchstens {n, number}',
  'nothing yet': 'noch nichts',
  '{label}: none in the last {days} days.': '{label}: keine in den letzten {days} Tagen.',
  '{label}: at most {most, number} on {day}.': '{label}: höchstens {most, number} am {day}.',
  '{label}: {total, number} in the last {days} days, at most {most, number} on {day}.':
    '{label}: {total, number} in den letzten {days} Tagen, höchstens {most, number} am {day}.',
  'By day': 'Nach Tagen',
  'As a table': 'Als Tabelle',
  'Days begin at midnight UTC; the last one is not over.':
    'Tage beginnen um Mitternacht UTC; der letzte ist noch nicht vorbei.',
  '{n, plural, one {# page} other {# pages}}': '{n, plural, one {# Seite} other {# Seiten}}',
  '{n, plural, one {# message} other {# messages}}': '{n, plural, one {# Nachricht} other {# Nachrichten}}',
  '{n, plural, one {# credit} other {# credits}}': '{n, plural, one {# Credit} other {# Credits}}',
  '{part, number} of {whole, number}': '{part, number} von {whole, number}',
  '{pages, number} of {n, plural, one {# page} other {# pages}}':
    '{pages, number} von {n, plural, one {# Seite} other {# Seiten}}',
  '{ticked, number} of {n, plural, one {# page} other {# pages}}':
    '{ticked, number} von {n, plural, one {# Seite} other {# Seiten}}',
  'and {n, number} more': 'und {n, number} weitere',
  'Show all {n, number}': 'Alle {n, number} zeigen',
  'the newest {n, number}': 'die neuesten {n, number}',
  'Details': 'Details',
  'Details: {what}, {when}': 'Details: {what}, {when}',
  'What was written down': 'Was festgehalten wurde',
  'Nothing was written down': 'Es wurde nichts festgehalten',
  'Everything': 'Alles',
  'Failed': 'Fehlgeschlagen',
  '{n, number} failed': '{n, number} fehlgeschlagen',

  // Main screen: the crawl form
  'Ask a website. Check every answer.': 'Fragen Sie eine Website. Prüfen Sie jede Antwort.',
  'Readback reads a website page by page and answers your questions in sentences you can trace back, word for word, to the page they came from.':
    'Readback liest eine Website Seite für Seite und beantwortet Ihre Fragen in Sätzen, die sich Wort für Wort zu der Seite zurückverfolgen lassen, von der sie stammen.',
  'Crawl and ask': 'Einlesen und fragen',
  'Crawl a website': 'Eine Website einlesen',
  'Add pages to {title}': 'Seiten hinzufügen zu {title}',
  'Add pages to “{title}”': 'Seiten hinzufügen zu „{title}“',
  'Back to Chat': 'Zurück zum Chat',
  'Website URL': 'Adresse der Website',
  'Enter website URL to crawl': 'Adresse der Website eingeben',
  'Maximum Pages': 'Höchstzahl Seiten',
  'Maximum Depth': 'Höchste Tiefe',
  'Free tier limit: {limit, number} pages.': 'Grenze im Free-Tarif: {limit, number} Seiten.',
  'Pro plan limit: {limit, number} pages.': 'Grenze im Pro-Tarif: {limit, number} Seiten.',
  'Enterprise plan limit: {limit, number} pages.': 'Grenze im Enterprise-Tarif: {limit, number} Seiten.',
  'Free tier limit: {limit, number} levels.': 'Grenze im Free-Tarif: {limit, number} Ebenen.',
  'Pro plan limit: {limit, number} levels.': 'Grenze im Pro-Tarif: {limit, number} Ebenen.',
  'Enterprise plan limit: {limit, number} levels.': 'Grenze im Enterprise-Tarif: {limit, number} Ebenen.',
  'Preview site': 'Vorschau',
  'Start Crawling': 'Crawl starten',
  'Crawling...': 'Crawl läuft …',
  'Need to crawl more pages or go deeper? Upgrade to our Pro plan!':
    'Mehr Seiten einlesen oder tiefer gehen? Wechseln Sie zum Pro-Tarif!',
  'Need to crawl more pages or go deeper? Upgrade to our Enterprise plan!':
    'Mehr Seiten einlesen oder tiefer gehen? Wechseln Sie zum Enterprise-Tarif!',
  'Mail me when it is done': 'Mail schicken, wenn es fertig ist',
  'Notify me in this browser': 'In diesem Browser benachrichtigen',
  'Notices from this site are blocked in your browser.': 'Ihr Browser blockiert Benachrichtigungen dieser Website.',
  'Crawl of {host}': 'Crawl von {host}',
  'Nothing at hand to crawl? Our manual is a small website too.':
    'Nichts zum Einlesen zur Hand? Auch unser Handbuch ist eine kleine Website.',
  'Try it on our manual': 'Am Handbuch ausprobieren',
  'An example': 'Ein Beispiel',
  'How long are deleted files kept?': 'Wie lange werden gelöschte Dateien aufbewahrt?',
  'Deleted files stay in the trash for 30 days and are then removed for good.':
    'Gelöschte Dateien bleiben 30 Tage im Papierkorb und werden dann endgültig entfernt.',
  'Files that you delete move to the trash. <mark>After thirty days the trash is emptied and its files cannot be recovered.</mark> Administrators may shorten this time.':
    'Dateien, die Sie löschen, kommen in den Papierkorb. <mark>Nach dreißig Tagen wird der Papierkorb geleert, und seine Dateien lassen sich nicht wiederherstellen.</mark> Administratoren können diese Zeit verkürzen.',
  '1 of 1 citation verified': '1 von 1 Beleg geprüft',
  'What comes next': 'Was als Nächstes kommt',
  'Let the first pages be read': 'Die ersten Seiten lesen lassen',
  'Tick the pages that should be known': 'Die Seiten auswählen, die bekannt sein sollen',
  'Process them, then ask your first question': 'Sie verarbeiten und die erste Frage stellen',

  // Main screen: custom crawler settings
  'Custom crawler settings': 'Eigene Crawler-Einstellungen',
  'in use': 'in Gebrauch',
  'Choose which pages are read and how: by patterns, slower, through another reader, behind a sign-in. Custom crawler settings are part of the Pro plan.':
    'Bestimmen Sie, welche Seiten gelesen werden und wie: nach Mustern, langsamer, mit einem anderen Leser, hinter einer Anmeldung. Eigene Crawler-Einstellungen gehören zum Pro-Tarif.',
  'Only pages whose path matches': 'Nur Seiten mit passendem Pfad',
  'One pattern per line; * stands for anything. The start page is always read.':
    'Ein Muster pro Zeile; * steht für Beliebiges. Die Startseite wird immer gelesen.',
  'No pages whose path matches': 'Keine Seiten mit passendem Pfad',
  'One pattern per line. What is left out here stays out, whatever else matches.':
    'Ein Muster pro Zeile. Was hier ausgeschlossen ist, bleibt es, was auch sonst passt.',
  'Seconds between two pages': 'Sekunden zwischen zwei Seiten',
  'At least this long. The usual pause, and what the site asks for, still hold.':
    'Mindestens so lange. Die übliche Pause und was die Website verlangt gelten weiterhin.',
  'As usual': 'Wie üblich',
  'Reader': 'Leser',
  'Automatic': 'Automatisch',
  'Direct, without scripts': 'Direkt, ohne Skripte',
  'Browser, with scripts': 'Browser, mit Skripten',
  'Scraping service': 'Scraping-Dienst',
  'Country': 'Land',
  'Any, in turn': 'Wechselnd',
  'Only the scraping service reads from a country.': 'Nur der Scraping-Dienst liest aus einem bestimmten Land.',
  "Read the site's sitemaps": 'Die Sitemaps der Website lesen',
  'Their addresses, and those of llms.txt, are known from the start.':
    'Deren Adressen und die aus llms.txt sind von Anfang an bekannt.',
  'Keep query strings': 'Abfrageteile behalten',
  'Addresses that differ after the ? are different pages.':
    'Adressen, die sich nach dem ? unterscheiden, sind verschiedene Seiten.',
  'Back to the usual settings': 'Zurück zu den üblichen Einstellungen',
  'Sign-in headers or cookies': 'Header oder Cookies zur Anmeldung',
  'For pages behind a sign-in. They are stored encrypted, go to this website alone, and are never shown again.':
    'Für Seiten hinter einer Anmeldung. Sie werden verschlüsselt gespeichert, gehen nur an diese Website und werden nie wieder angezeigt.',
  'Header name {n}': 'Name des Headers {n}',
  'Header value {n}': 'Wert des Headers {n}',
  'Show header value {n}': 'Wert des Headers {n} anzeigen',
  'Remove header {n}': 'Header {n} entfernen',
  'Add a header': 'Header hinzufügen',
  'Type the value of {name}: it is kept nowhere in this browser.':
    'Geben Sie den Wert von {name} ein: Er wird in diesem Browser nirgends aufbewahrt.',
  'Seconds from 0 to 600, such as 10.': 'Sekunden von 0 bis 600, etwa 10.',
  'At most 50 patterns.': 'Höchstens 50 Muster.',

  // Main screen: the preview
  'Preview of {host}': 'Vorschau auf {host}',
  'Close preview': 'Vorschau schließen',
  'Looking at {host}: its sitemaps and the links of its first pages. This costs no credits.':
    '{host} wird angesehen: die Sitemaps und die Links der ersten Seiten. Das kostet keine Credits.',
  'Nothing here would be read': 'Hier würde nichts gelesen',
  'What was found is below, with the reason. Another start address may lead further.':
    'Was gefunden wurde, steht darunter, mit dem Grund. Eine andere Startadresse führt vielleicht weiter.',
  'Filter the preview': 'Vorschau filtern',
  'Filter by title or path': 'Titel oder Pfad filtern',
  'Tick all': 'Alle auswählen',
  'Tick none': 'Keine auswählen',
  'Expand all': 'Alle aufklappen',
  'Collapse all': 'Alle zuklappen',
  'Collapse {label}': '{label} zuklappen',
  'Expand {label}': '{label} aufklappen',
  'Only the page {label} itself': 'Nur die Seite {label} selbst',
  'Only this page, nothing below it': 'Nur diese Seite, nichts darunter',
  'Pages of the site': 'Seiten der Website',
  'Arrow keys move, Space ticks a page with everything below it, Shift and Space the page alone.':
    'Pfeiltasten bewegen, die Leertaste wählt eine Seite mit allem darunter aus, Umschalt und Leertaste nur die Seite.',
  'Nothing in this preview has “{words}” in its title or path.':
    'Nichts in dieser Vorschau hat „{words}“ im Titel oder Pfad.',
  '{n, plural, one {# page} other {# pages}} found; the first {shown, number} are shown by following links from the start.':
    '{n, plural, one {# Seite} other {# Seiten}} über Links vom Start aus gefunden; die ersten {shown, number} werden gezeigt.',
  '{n, plural, one {# page} other {# pages}} found by following links from the start.':
    '{n, plural, one {# Seite} other {# Seiten}} über Links vom Start aus gefunden.',
  '{n, plural, one {# page} other {# pages}} found; the first {shown, number} are shown, also in {sitemaps, plural, one {# sitemap} other {# sitemaps}}.':
    '{n, plural, one {# Seite} other {# Seiten}} gefunden, auch in {sitemaps, plural, one {# Sitemap} other {# Sitemaps}}; die ersten {shown, number} werden gezeigt.',
  '{n, plural, one {# page} other {# pages}} found, also in {sitemaps, plural, one {# sitemap} other {# sitemaps}}.':
    '{n, plural, one {# Seite} other {# Seiten}} gefunden, auch in {sitemaps, plural, one {# Sitemap} other {# Sitemaps}}.',
  '{ticked, number} of {n, plural, one {# page} other {# pages}} ticked.':
    '{ticked, number} von {n, plural, one {# Seite} other {# Seiten}} ausgewählt.',
  'Crawling them takes <b>{credits, plural, one {# credit} other {# credits}}</b> and about <b>{minutes, plural, one {# minute} other {# minutes}}</b>.':
    'Sie einzulesen kostet <b>{credits, plural, one {# Credit} other {# Credits}}</b> und dauert etwa <b>{minutes, plural, one {# Minute} other {# Minuten}}</b>.',
  'The start page is read in any case.': 'Die Startseite wird auf jeden Fall gelesen.',
  'It stops after {n, plural, one {# page} other {# pages}}, the limit above.':
    'Nach {n, plural, one {# Seite} other {# Seiten}}, der Grenze oben, ist Schluss.',
  'Tick or untick whole parts of the site: these are too many single pages to tell apart.':
    'Wählen Sie ganze Teile der Website aus oder ab: Es sind zu viele einzelne Seiten.',
  'Crawl the ticked pages': 'Ausgewählte Seiten einlesen',
  '{n, plural, one {# address} other {# addresses}} would be skipped':
    '{n, plural, one {# Adresse würde} other {# Adressen würden}} übersprungen',

  // Main screen: a crawl
  'Depth': 'Tiefe',
  'Currently crawling: {url}': 'Wird gerade gelesen: {url}',
  'Waiting for the first page': 'Wartet auf die erste Seite',
  'Stop Crawling': 'Crawl stoppen',
  'Stop Crawling?': 'Crawl stoppen?',
  'Continue Crawling': 'Weiter einlesen',
  'The pages crawled so far are kept, and you can continue this crawl later.':
    'Die bisher gelesenen Seiten bleiben, und Sie können diesen Crawl später fortsetzen.',
  'A mail tells you when it is done.': 'Eine Mail sagt Ihnen, wenn er fertig ist.',
  'In the queue': 'In der Warteschlange',
  'In the queue: {n, plural, one {# crawl} other {# crawls}} before this one':
    'In der Warteschlange: {n, plural, one {# Crawl} other {# Crawls}} vor diesem',
  'less than a minute left': 'noch weniger als eine Minute',
  'about {n, plural, one {# minute} other {# minutes}} left': 'noch etwa {n, plural, one {# Minute} other {# Minuten}}',
  'about {n, plural, one {# hour} other {# hours}} left': 'noch etwa {n, plural, one {# Stunde} other {# Stunden}}',
  '{n, plural, one {# page} other {# pages}} kept.': '{n, plural, one {# Seite bleibt} other {# Seiten bleiben}}.',
  'No page had been read yet.': 'Es war noch keine Seite gelesen.',
  '{n, plural, one {# page} other {# pages}} read from {host}.':
    '{n, plural, one {# Seite} other {# Seiten}} von {host} gelesen.',
  '({pagesCrawled}/{pages}) Crawling {host}': '({pagesCrawled}/{pages}) {host} wird eingelesen',
  '✓ {n, plural, one {# page} other {# pages}} read from {host}':
    '✓ {n, plural, one {# Seite} other {# Seiten}} von {host} gelesen',
  'Stopped: {host}': 'Gestoppt: {host}',
  'Crawl failed: {host}': 'Crawl fehlgeschlagen: {host}',
  'Crawling, {n, plural, one {# page} other {# pages}} so far':
    'Läuft, bisher {n, plural, one {# Seite} other {# Seiten}}',
  'Stopped, {n, plural, one {# page} other {# pages}} kept':
    'Gestoppt, {n, plural, one {# Seite} other {# Seiten}} behalten',
  '{n, plural, one {# more address waits} other {# more addresses wait}} to be read. Reading on takes one credit a page, {most, plural, one {# credit} other {# credits}} at most.':
    '{n, plural, one {# weitere Adresse wartet} other {# weitere Adressen warten}} darauf, gelesen zu werden. Weiterlesen kostet einen Credit pro Seite, höchstens {most, plural, one {# Credit} other {# Credits}}.',
  'Continue this crawl': 'Diesen Crawl fortsetzen',
  '{n, plural, one {# address} other {# addresses}} failed. Trying again takes one credit for each page that is read.':
    '{n, plural, one {# Adresse ist} other {# Adressen sind}} fehlgeschlagen. Ein neuer Versuch kostet einen Credit für jede gelesene Seite.',
  'Retry failed only': 'Nur Fehlgeschlagene erneut versuchen',
  'What was found and why it was not read stands below. Another start address may lead further.':
    'Was gefunden und warum es nicht gelesen wurde, steht darunter. Eine andere Startadresse führt vielleicht weiter.',
  'Check the address above, or open it in another tab, and start again.':
    'Prüfen Sie die Adresse oben, oder öffnen Sie sie in einem anderen Tab, und starten Sie erneut.',
  'Recent crawls': 'Letzte Crawls',
  'Not saved yet': 'Noch nicht gespeichert',
  '{n, number} selected': '{n, number} ausgewählt',
  'Delete the crawl of {url}': 'Den Crawl von {url} löschen',
  'Delete this crawl?': 'Diesen Crawl löschen?',
  'It is stopped, and the {n, plural, one {# page} other {# pages}} read from {host} are deleted, with what was selected and asked there. Pages that chats use stay.':
    'Er wird gestoppt, und {n, plural, one {die # von {host} gelesene Seite wird} other {die # von {host} gelesenen Seiten werden}} gelöscht, mit allem, was dort ausgewählt und gefragt wurde. Seiten, die Chats verwenden, bleiben.',
  'It is stopped, and the {n, plural, one {# page} other {# pages}} read from {host} are deleted. Pages that chats use stay.':
    'Er wird gestoppt, und {n, plural, one {die # von {host} gelesene Seite wird} other {die # von {host} gelesenen Seiten werden}} gelöscht. Seiten, die Chats verwenden, bleiben.',
  'The {n, plural, one {# page} other {# pages}} read from {host} are deleted, with what was selected and asked there. Pages that chats use stay.':
    '{n, plural, one {Die # von {host} gelesene Seite wird} other {Die # von {host} gelesenen Seiten werden}} gelöscht, mit allem, was dort ausgewählt und gefragt wurde. Seiten, die Chats verwenden, bleiben.',
  'The {n, plural, one {# page} other {# pages}} read from {host} are deleted. Pages that chats use stay.':
    '{n, plural, one {Die # von {host} gelesene Seite wird} other {Die # von {host} gelesenen Seiten werden}} gelöscht. Seiten, die Chats verwenden, bleiben.',

  // Found pages
  'Found Pages': 'Gefundene Seiten',
  'Found pages': 'Gefundene Seiten',
  'Select pages to include in your knowledge base': 'Wählen Sie die Seiten für Ihre Wissensbasis aus',
  'Pages ({n, number})': 'Seiten ({n, number})',
  'Filter pages': 'Seiten filtern',
  'Clear filter': 'Filter leeren',
  '{found, number} of {n, plural, one {# page} other {# pages}} match, {ticked, number} selected':
    '{found, number} von {n, plural, one {# Seite passt} other {# Seiten passen}}, {ticked, number} ausgewählt',
  '{ticked, number} of {n, plural, one {# page} other {# pages}} selected':
    '{ticked, number} von {n, plural, one {# Seite} other {# Seiten}} ausgewählt',
  'Select {n, plural, one {# match} other {# matches}}': '{n, plural, one {# Treffer} other {# Treffer}} auswählen',
  'Select all': 'Alle auswählen',
  'Unselect them': 'Sie abwählen',
  'Select none': 'Keine auswählen',
  'No title or path has these words.': 'Kein Titel oder Pfad enthält diese Wörter.',
  'Arrow keys move, letters jump to a title, Space ticks, Shift and Space ticks everything below, Enter shows more, an asterisk expands everything beside.':
    'Pfeiltasten bewegen, Buchstaben springen zu einem Titel, die Leertaste wählt aus, Umschalt und Leertaste alles darunter, die Eingabetaste zeigt mehr, ein Stern klappt alles daneben auf.',
  'More...': 'Mehr …',
  'Less': 'Weniger',
  'Select everything under {title}': 'Alles unter {title} auswählen',
  'Select everything below': 'Alles darunter auswählen',
  'Process selected pages': 'Ausgewählte Seiten verarbeiten',
  'Processing selected pages...': 'Ausgewählte Seiten werden verarbeitet …',
  'Pages processed': 'Verarbeitete Seiten',
  'All of {n, plural, one {# page} other {# pages}}: building the index':
    '{n, plural, one {Die # Seite} other {Alle # Seiten}}: Der Index wird gebaut',
  'Download Crawled Data': 'Daten herunterladen',
  'Choose the format of the download': 'Format des Downloads wählen',
  'Markdown (.md)': 'Markdown (.md)',
  'Web page (.html)': 'Webseite (.html)',
  'JSON (.json)': 'JSON (.json)',
  'Summary': 'Zusammenfassung',
  'Key Points': 'Kernpunkte',
  'Topics': 'Themen',
  'Read stored copy': 'Gespeicherte Kopie lesen',
  'Open live page': 'Seite im Netz öffnen',
  'The summary is on its way': 'Die Zusammenfassung ist unterwegs',
  'No summary.': 'Keine Zusammenfassung.',
  'This page could not be summarised. Its text can be asked about all the same.':
    'Diese Seite ließ sich nicht zusammenfassen. Zu ihrem Text kann man trotzdem Fragen stellen.',
  'Summarise again': 'Erneut zusammenfassen',
  'Stored page': 'Gespeicherte Seite',
  'Stored copy of {time}': 'Gespeicherte Kopie vom {time}',
  'Close page': 'Seite schließen',
  'This citation is unverified: its sentence was not found word for word in this page.':
    'Dieser Beleg ist ungeprüft: Sein Satz wurde auf dieser Seite nicht wörtlich gefunden.',
  'The stored page could not be loaded.': 'Die gespeicherte Seite konnte nicht geladen werden.',
  'Loading the page': 'Die Seite wird geladen',
  'Sources': 'Quellen',
  'Sources ({n, number})': 'Quellen ({n, number})',
  'No page is selected. Add pages to ask about them.':
    'Keine Seite ist ausgewählt. Fügen Sie Seiten hinzu, um nach ihnen zu fragen.',
  'Gone from the site since {day}': 'Auf der Website verschwunden seit {day}',
  'Open {title} in a new tab': '{title} in einem neuen Tab öffnen',
  '{n, plural, one {# selected page not processed yet, so answers leave it out.} other {# selected pages not processed yet, so answers leave them out.}}':
    '{n, plural, one {# ausgewählte Seite ist noch nicht verarbeitet und fehlt in den Antworten.} other {# ausgewählte Seiten sind noch nicht verarbeitet und fehlen in den Antworten.}}',

  // Skipped addresses
  '{n, plural, one {# address} other {# addresses}} skipped':
    '{n, plural, one {# Adresse} other {# Adressen}} übersprungen',
  'Every address that was found was read.': 'Jede gefundene Adresse wurde gelesen.',
  'Skipped addresses': 'Übersprungene Adressen',
  'Reasons': 'Gründe',
  'All reasons': 'Alle Gründe',
  'Filter skipped addresses': 'Übersprungene Adressen filtern',
  'Filter by address or detail': 'Adresse oder Einzelheit filtern',
  '{n, plural, one {# address matches} other {# addresses match}}, still looking':
    '{n, plural, one {# Adresse passt} other {# Adressen passen}}, Suche läuft noch',
  '{n, plural, one {# address matches} other {# addresses match}}':
    '{n, plural, one {# Adresse passt} other {# Adressen passen}}',
  'The skipped addresses could not be loaded.': 'Die übersprungenen Adressen konnten nicht geladen werden.',
  'Loading more addresses...': 'Weitere Adressen werden geladen …',
  'The site asks robots not to read this address': 'Die Website bittet Robots, diese Adresse nicht zu lesen',
  'On another host': 'Auf einem anderen Host',
  'Outside the path the crawl started in': 'Außerhalb des Pfads, in dem der Crawl begann',
  'Its path has a part that is never crawled': 'Der Pfad hat einen Teil, der nie eingelesen wird',
  'A file, not a page': 'Eine Datei, keine Seite',
  'Deeper than the maximum depth': 'Tiefer als die höchste Tiefe',
  'Beyond the maximum number of pages': 'Jenseits der Höchstzahl von Seiten',
  'The same page as another address': 'Dieselbe Seite wie unter einer anderen Adresse',
  'Leads to an address that is not part of this crawl': 'Führt zu einer Adresse, die nicht zu diesem Crawl gehört',
  'The site answered with an error': 'Die Website antwortete mit einem Fehler',
  'The site took too long to answer': 'Die Website brauchte zu lange für eine Antwort',
  'The page is too large': 'Die Seite ist zu groß',
  'Not an HTML or text page': 'Keine HTML- oder Textseite',
  'No text on the page': 'Kein Text auf der Seite',
  'A private address': 'Eine private Adresse',
  'The site could not be reached': 'Die Website war nicht erreichbar',
  'The page asks not to be indexed': 'Die Seite bittet darum, nicht erfasst zu werden',
  'The site asks robots not to follow the link': 'Die Website bittet Robots, dem Link nicht zu folgen',
  'The crawl was stopped before its turn': 'Der Crawl wurde gestoppt, bevor sie an der Reihe war',
  'No credits were left': 'Es waren keine Credits übrig',
  'The page could not be read': 'Die Seite konnte nicht gelesen werden',
  "The site's robots.txt could not be read": 'Die robots.txt der Website konnte nicht gelesen werden',
  'Left out by the patterns of this crawl': 'Durch die Muster dieses Crawls ausgeschlossen',
  'Not among the parts of the site that were ticked': 'Nicht unter den ausgewählten Teilen der Website',
  'The page shows nothing without a browser': 'Die Seite zeigt ohne Browser nichts',
  'Parts of a page that is too large to be kept whole':
    'Teile einer Seite, die zu groß ist, um ganz behalten zu werden',
  'Only the site can allow this, in its robots.txt.': 'Nur die Website kann das erlauben, in ihrer robots.txt.',
  'A crawl stays on the host it starts on. To read these, start a crawl there.':
    'Ein Crawl bleibt auf dem Host, auf dem er beginnt. Um diese zu lesen, starten Sie dort einen Crawl.',
  'A crawl stays below the address it starts at. To read these, start one higher up on the site.':
    'Ein Crawl bleibt unterhalb der Adresse, an der er beginnt. Um diese zu lesen, starten Sie einen weiter oben auf der Website.',
  'Parts such as login, admin or assets are never crawled. Most of them hold no text to ask about.':
    'Teile wie login, admin oder assets werden nie eingelesen. Die meisten enthalten keinen Text, nach dem man fragen könnte.',
  'Pictures, documents and archives are not read, only pages.':
    'Bilder, Dokumente und Archive werden nicht gelesen, nur Seiten.',
  'To read these, start a crawl with a greater depth, or from a page nearer to them.':
    'Um diese zu lesen, starten Sie einen Crawl mit größerer Tiefe oder von einer näheren Seite aus.',
  '“Continue this crawl” reads on with these.': '„Diesen Crawl fortsetzen“ liest hier weiter.',
  'Nothing is missing: the same text was read under the other address.':
    'Es fehlt nichts: Derselbe Text wurde unter der anderen Adresse gelesen.',
  'To read these, start a crawl at the address they lead to.':
    'Um diese zu lesen, starten Sie einen Crawl an der Adresse, zu der sie führen.',
  'The page may be gone, or the site may be busy: “Retry failed only” asks once more.':
    'Die Seite ist vielleicht verschwunden oder die Website überlastet: „Nur Fehlgeschlagene erneut versuchen“ fragt noch einmal.',
  'The site may be busy: “Retry failed only” asks once more.':
    'Die Website ist vielleicht überlastet: „Nur Fehlgeschlagene erneut versuchen“ fragt noch einmal.',
  'Pages beyond the size limit are not read. “Retry failed only” helps when the page has become smaller.':
    'Seiten jenseits der Größengrenze werden nicht gelesen. „Nur Fehlgeschlagene erneut versuchen“ hilft, wenn die Seite kleiner geworden ist.',
  'Only HTML and plain text are read.': 'Nur HTML und einfacher Text werden gelesen.',
  'When your browser shows text there, the page makes it by script: a crawl with the browser reader can read it.':
    'Wenn Ihr Browser dort Text zeigt, erzeugt ihn die Seite mit einem Skript: Ein Crawl mit dem Browser-Leser kann ihn lesen.',
  'Addresses on private networks are refused. Whoever runs this server can allow one by the setting ALLOW_PRIVATE_HOSTS.':
    'Adressen in privaten Netzen werden abgelehnt. Wer diesen Server betreibt, kann eine mit der Einstellung ALLOW_PRIVATE_HOSTS erlauben.',
  'The site may be down, or the address wrong: “Retry failed only” asks once more.':
    'Die Website ist vielleicht nicht in Betrieb oder die Adresse falsch: „Nur Fehlgeschlagene erneut versuchen“ fragt noch einmal.',
  'The page itself asks for this, and its wish is kept.':
    'Die Seite selbst bittet darum, und ihr Wunsch wird geachtet.',
  'The page that links there asks for this. To read one of these, start a crawl at its address.':
    'Die verlinkende Seite bittet darum. Um eine davon zu lesen, starten Sie einen Crawl an ihrer Adresse.',
  'As soon as there are credits again, “Continue this crawl” reads on with these.':
    'Sobald wieder Credits da sind, liest „Diesen Crawl fortsetzen“ hier weiter.',
  'Something went wrong while reading. “Retry failed only” tries once more.':
    'Beim Lesen ging etwas schief. „Nur Fehlgeschlagene erneut versuchen“ probiert es noch einmal.',
  'As long as a site cannot say what robots may read, nothing is read there. “Retry failed only” asks once more.':
    'Solange eine Website nicht sagen kann, was Robots lesen dürfen, wird dort nichts gelesen. „Nur Fehlgeschlagene erneut versuchen“ fragt noch einmal.',
  'The include and exclude patterns of this crawl decide that. To read these, crawl with others.':
    'Das bestimmen die Muster dieses Crawls. Um diese zu lesen, starten Sie einen Crawl mit anderen.',
  'To read these, tick this part of the site in its preview and crawl again.':
    'Um diese zu lesen, wählen Sie diesen Teil der Website in der Vorschau aus und starten Sie erneut.',
  'This server has no browser to show such pages. The line below each address says how whoever runs it installs one; “Retry failed only” reads them then.':
    'Dieser Server hat keinen Browser, um solche Seiten zu zeigen. Unter jeder Adresse steht, wie der Betreiber einen installiert; „Nur Fehlgeschlagene erneut versuchen“ liest sie dann.',
  'The page itself was read. What stood beyond its limits is not searched; links among it can be crawled by themselves.':
    'Die Seite selbst wurde gelesen. Was jenseits ihrer Grenzen stand, wird nicht durchsucht; Links darunter lassen sich einzeln einlesen.',

  // The assistant
  'AI Assistant': 'KI-Assistent',
  'Ask questions about the processed content': 'Fragen Sie nach den verarbeiteten Inhalten',
  'Every answer names the sentences it stands on. Try one of these, or ask your own.':
    'Jede Antwort nennt die Sätze, auf denen sie beruht. Probieren Sie eine dieser Fragen oder stellen Sie eine eigene.',
  'What do these pages say about {topic}?': 'Was sagen diese Seiten über {topic}?',
  'Type your message...': 'Nachricht eingeben …',
  'Send message': 'Nachricht senden',
  'Show earlier messages ({n, number})': 'Frühere Nachrichten zeigen ({n, number})',
  'You': 'Sie',
  'The answer is being written': 'Die Antwort wird geschrieben',
  'Answer as it is written': 'Antwort, während sie geschrieben wird',
  'You stopped this answer.': 'Sie haben diese Antwort gestoppt.',
  'Answered by {engine}': 'Beantwortet von: {engine}',
  '{n, plural, one {from the whole page} other {from all # pages}}':
    '{n, plural, one {aus der ganzen Seite} other {aus allen # Seiten}}',
  'from {passages, number} of {ofPassages, plural, one {# passage} other {# passages}} on {pages, number} of {ofPages, plural, one {# page} other {# pages}}, found by words and meaning':
    'aus {passages, number} von {ofPassages, plural, one {# Textstelle} other {# Textstellen}} auf {pages, number} von {ofPages, plural, one {# Seite} other {# Seiten}}, gefunden nach Wörtern und Bedeutung',
  'from {passages, number} of {ofPassages, plural, one {# passage} other {# passages}} on {pages, number} of {ofPages, plural, one {# page} other {# pages}}':
    'aus {passages, number} von {ofPassages, plural, one {# Textstelle} other {# Textstellen}} auf {pages, number} von {ofPages, plural, one {# Seite} other {# Seiten}}',
  '{verified, number} of {n, plural, one {# citation} other {# citations}} verified':
    '{verified, number} von {n, plural, one {# Beleg} other {# Belegen}} geprüft',
  'No citations': 'Keine Belege',
  '{n, plural, one {# sentence} other {# sentences}} without a citation, not checked':
    '{n, plural, one {# Satz} other {# Sätze}} ohne Beleg, nicht geprüft',
  'No sentence of the selected pages was found that supports this.':
    'In den ausgewählten Seiten fand sich kein Satz, der das stützt.',
  'No citation: this was not checked against the pages.': 'Kein Beleg: Das wurde nicht mit den Seiten abgeglichen.',
  'unverified': 'ungeprüft',
  'Citation {marker}: {title}': 'Beleg {marker}: {title}',
  'This page is gone from the site': 'Diese Seite ist von der Website verschwunden',
  'Cited sentence no longer on the page': 'Der belegende Satz steht nicht mehr auf der Seite',
  '(noticed on {day})': '(bemerkt am {day})',
  'The nearest the pages come to it': 'Was dem auf den Seiten am nächsten kommt',
  'Not read yet': 'Noch nicht gelesen',
  'The crawl found {n, plural, one {# address with words of your question and did not read it.} other {# addresses with words of your question and did not read them.}} Reading takes one credit a page.':
    'Der Crawl fand {n, plural, one {# Adresse mit Wörtern Ihrer Frage und las sie nicht.} other {# Adressen mit Wörtern Ihrer Frage und las sie nicht.}} Lesen kostet einen Credit pro Seite.',
  'Read this page: {title}': 'Diese Seite lesen: {title}',
  'Read this page': 'Diese Seite lesen',
  'Read all {n}': 'Alle {n} lesen',
  'Regenerate': 'Neu beantworten',
  'Edit and resend': 'Bearbeiten und neu senden',
  'Edit your message': 'Ihre Nachricht bearbeiten',
  'Send again': 'Neu senden',
  'Built-in engine': 'Eingebaute Engine',
  '{name}: quotes sentences of your pages and writes none of its own. Nothing leaves this server.':
    '{name}: zitiert Sätze Ihrer Seiten und schreibt keine eigenen. Nichts verlässt diesen Server.',
  '{name}: writes in its own words, and each source is read back against your pages. Pages and questions are sent to {host}.':
    '{name}: schreibt in eigenen Worten, und jede Quelle wird mit Ihren Seiten abgeglichen. Seiten und Fragen werden an {host} gesendet.',
  'Save Chat': 'Chat speichern',
  'New Chat': 'Neuer Chat',
  'Research on {topic}': 'Recherche zu {topic}',
  'Chat about {n} pages': 'Chat über {n} Seiten',
  'Saving...': 'Wird gespeichert …',
  'Chat Title': 'Titel des Chats',
  'Chat title': 'Titel des Chats',
  'Edit title': 'Titel bearbeiten',
  '{pages, plural, one {# selected page} other {# selected pages}} and {messages, plural, one {# message} other {# messages}} will be saved.':
    '{pages, plural, one {# ausgewählte Seite} other {# ausgewählte Seiten}} und {messages, plural, one {# Nachricht} other {# Nachrichten}} werden gespeichert.',

  // Saved chats and notebooks
  'My Chats': 'Meine Chats',
  'Search chats': 'Chats durchsuchen',
  'Your chats could not be loaded.': 'Ihre Chats konnten nicht geladen werden.',
  'No chat is titled “{words}”': 'Kein Chat heißt „{words}“',
  'Try fewer or other words.': 'Versuchen Sie es mit weniger oder anderen Wörtern.',
  'Loading chats': 'Chats werden geladen',
  'Loading the chat': 'Der Chat wird geladen',
  'Return to Chats': 'Zurück zu den Chats',
  'Add Pages': 'Seiten hinzufügen',
  'Create new': 'Neu anlegen',
  'Sort': 'Sortierung',
  'Newest first': 'Neueste zuerst',
  'Last updated': 'Zuletzt geändert',
  'By title': 'Nach Titel',
  'Arrangement': 'Anordnung',
  'Grid view': 'Kachelansicht',
  'List view': 'Listenansicht',
  'Pinned': 'Angeheftet',
  'No messages yet': 'Noch keine Nachrichten',
  'Updated {time}': 'Geändert {time}',
  '{n, plural, one {# selected page} other {# selected pages}}':
    '{n, plural, one {# ausgewählte Seite} other {# ausgewählte Seiten}}',
  '{n, plural, one {# crawled page} other {# crawled pages}}':
    '{n, plural, one {# gelesene Seite} other {# gelesene Seiten}}',
  'Actions for {title}': 'Aktionen für {title}',
  'Pin': 'Anheften',
  'Unpin': 'Lösen',
  'Duplicate': 'Duplizieren',
  'Move to notebook…': 'In Notizbuch verschieben …',
  'Move to notebook': 'In Notizbuch verschieben',
  'Move': 'Verschieben',
  'Delete this chat?': 'Diesen Chat löschen?',
  '“{title}” and its messages are deleted. You can undo it for ten seconds.':
    '„{title}“ und die Nachrichten darin werden gelöscht. Zehn Sekunden lang lässt sich das rückgängig machen.',
  '“{title}” was deleted.': '„{title}“ wurde gelöscht.',
  'Undo': 'Rückgängig',
  'It could not be brought back. Please try again.':
    'Er konnte nicht zurückgeholt werden. Bitte versuchen Sie es erneut.',
  'Show more chats': 'Weitere Chats zeigen',
  'No chats yet': 'Noch keine Chats',
  'Start a new chat to begin collecting information.': 'Beginnen Sie einen neuen Chat, um Wissen zu sammeln.',
  'In messages': 'In Nachrichten',
  'On pages': 'Auf Seiten',
  'Show more in messages': 'Mehr in Nachrichten zeigen',
  'Show more on pages': 'Mehr auf Seiten zeigen',
  'The search did not succeed.': 'Die Suche ist nicht gelungen.',
  'Searching': 'Suche läuft',
  'Notebook': 'Notizbuch',
  'Notebooks': 'Notizbücher',
  'New notebook': 'Neues Notizbuch',
  'Create': 'Anlegen',
  'Delete notebook': 'Notizbuch löschen',
  'Delete this notebook?': 'Dieses Notizbuch löschen?',
  '“{title}” is deleted. Its chats stay, and move to your default notebook.':
    '„{title}“ wird gelöscht. Die Chats darin bleiben und kommen in Ihr Standard-Notizbuch.',
  'The notebook could not be loaded.': 'Das Notizbuch konnte nicht geladen werden.',
  'The chats could not be loaded.': 'Die Chats konnten nicht geladen werden.',
  'Export chat': 'Chat exportieren',

  // Checking pages for changes
  'Check for changes': 'Auf Änderungen prüfen',
  'Checking for changes: {checked} of {total} pages': 'Prüfung auf Änderungen: {checked} von {total} Seiten',
  'Reads the pages of this chat again. An unchanged page costs nothing, a changed one a credit. The chat has all new versions at once when the check has ended; pages that have vanished keep their last text.':
    'Liest die Seiten dieses Chats erneut. Eine unveränderte Seite kostet nichts, eine geänderte einen Credit. Der Chat hat alle neuen Fassungen auf einmal, wenn die Prüfung beendet ist; verschwundene Seiten behalten ihren letzten Text.',
  'The changes could not be loaded.': 'Die Änderungen konnten nicht geladen werden.',
  'Loading the changes': 'Die Änderungen werden geladen',
  'Check now': 'Jetzt prüfen',
  'Check again': 'Erneut prüfen',
  'These pages have not been checked yet.': 'Diese Seiten wurden noch nicht geprüft.',
  'Pages checked': 'Geprüfte Seiten',
  '{checked, number} of {total, number} pages checked': '{checked, number} von {total, number} Seiten geprüft',
  'Stop checking': 'Prüfung stoppen',
  'Stopping after this page': 'Stoppt nach dieser Seite',
  'Checked': 'Geprüft',
  'Checked on schedule': 'Nach Zeitplan geprüft',
  'Stopped': 'Gestoppt',
  'and {n} more pages': 'und {n} weitere Seiten',
  'Unchanged': 'Unverändert',
  'Changed': 'Geändert',
  'Gone': 'Verschwunden',
  'Not read': 'Nicht gelesen',
  'The site does not have this page any more ({reason}). Its last text is kept.':
    'Die Website hat diese Seite nicht mehr ({reason}). Ihr letzter Text bleibt.',
  'It could not be read this time: {reason}. Its text stays as it was.':
    'Sie konnte diesmal nicht gelesen werden: {reason}. Ihr Text bleibt, wie er war.',
  '{n, plural, one {# sentence} other {# sentences}} removed': '{n, plural, one {# Satz} other {# Sätze}} entfernt',
  '{n, plural, one {# sentence} other {# sentences}} added': '{n, plural, one {# Satz} other {# Sätze}} hinzugefügt',
  '{n, plural, one {# page} other {# pages}} changed': '{n, plural, one {# Seite} other {# Seiten}} geändert',
  '{n, plural, one {# page} other {# pages}} gone': '{n, plural, one {# Seite} other {# Seiten}} verschwunden',
  '{n, plural, one {# page} other {# pages}} could not be read':
    '{n, plural, one {# Seite konnte} other {# Seiten konnten}} nicht gelesen werden',
  '{n, plural, one {# page} other {# pages}} unchanged': '{n, plural, one {# Seite} other {# Seiten}} unverändert',
  '{n, plural, one {# page} other {# pages}} not checked': '{n, plural, one {# Seite} other {# Seiten}} nicht geprüft',
  'Nothing has changed': 'Nichts hat sich geändert',
  'Check these pages': 'Diese Seiten prüfen',
  'Only when I ask': 'Nur auf Wunsch',
  'Every day': 'Jeden Tag',
  'Every week': 'Jede Woche',
  'Checks on a schedule are part of the Pro plan.': 'Prüfungen nach Zeitplan gehören zum Pro-Tarif.',
  'Next check {time}': 'Nächste Prüfung {time}',

  // Sharing
  'Share chat': 'Chat teilen',
  'Whoever has the link can read this chat without signing in: its questions, its answers and the sentences they cite. They see nothing else of yours, and can change nothing.':
    'Wer den Link hat, kann diesen Chat ohne Anmeldung lesen: die Fragen, die Antworten und die Sätze, die sie belegen. Sonst ist nichts von Ihnen zu sehen, und ändern lässt sich nichts.',
  'The link could not be loaded.': 'Der Link konnte nicht geladen werden.',
  'Loading the link': 'Der Link wird geladen',
  'Shared since {day}. The link was shown when it was made; only its fingerprint is kept. A new link ends the old one.':
    'Geteilt seit {day}. Der Link wurde beim Erstellen gezeigt; nur sein Fingerabdruck wird aufbewahrt. Ein neuer Link beendet den alten.',
  'Create link': 'Link erstellen',
  'Create a new link': 'Neuen Link erstellen',
  'Revoke link': 'Link widerrufen',
  'The link is revoked. Whoever opens it now is told so.':
    'Der Link ist widerrufen. Wer ihn jetzt öffnet, erfährt das.',
  'Link': 'Link',
  'Copy link': 'Link kopieren',
  'Copy it now: it is not shown again.': 'Kopieren Sie ihn jetzt: Er wird nicht wieder gezeigt.',
  'Shared chat': 'Geteilter Chat',
  'Shared to read · last changed {time}': 'Zum Lesen geteilt · zuletzt geändert {time}',
  'This answer was stopped before its end.': 'Diese Antwort wurde vor ihrem Ende gestoppt.',
  'Whoever shared it may have revoked the link, or the address is not complete.':
    'Der Link wurde vielleicht widerrufen, oder die Adresse ist nicht vollständig.',
  'Cited sentence': 'Belegender Satz',
  'As it stood on {time}': 'Stand vom {time}',

  // Signing in
  'Sign in to continue': 'Melden Sie sich an, um fortzufahren',
  'Create your account': 'Konto anlegen',
  'Forgot your password?': 'Passwort vergessen?',
  'Confirm that it is you': 'Bestätigen Sie, dass Sie es sind',
  'Sign up': 'Registrieren',
  'Back to sign in': 'Zurück zur Anmeldung',
  'Start again': 'Von vorn beginnen',
  "Don't have an account?": 'Noch kein Konto?',
  'Already have an account?': 'Schon ein Konto?',
  'Password': 'Passwort',
  'Forgot password?': 'Passwort vergessen?',
  'Confirm password': 'Passwort bestätigen',
  'At least 8 characters': 'Mindestens 8 Zeichen',
  'Create account': 'Konto anlegen',
  'Continue with {issuer}': 'Weiter mit {issuer}',
  'Signing in through {issuer} did not succeed. Please try again.':
    'Die Anmeldung über {issuer} ist nicht gelungen. Bitte versuchen Sie es erneut.',
  'We send you a link to choose a new password.': 'Wir senden Ihnen einen Link, um ein neues Passwort zu wählen.',
  'If there is an account for <b>{email}</b>, a link is on its way. It is good for one hour.':
    'Falls es ein Konto für <b>{email}</b> gibt, ist ein Link unterwegs. Er gilt eine Stunde.',
  'Send link': 'Link senden',
  'This server sends no mail yet. The code is printed in its log.':
    'Dieser Server verschickt noch keine Mails. Der Code steht in seinem Protokoll.',
  'This server sends no mail yet. The link is printed in its log.':
    'Dieser Server verschickt noch keine Mails. Der Link steht in seinem Protokoll.',
  'This server sends no mail yet. The code is printed in its log and stands in the newest file of {file}.':
    'Dieser Server verschickt noch keine Mails. Der Code steht in seinem Protokoll und in der neuesten Datei von {file}.',
  'This server sends no mail yet. The link is printed in its log and stands in the newest file of {file}.':
    'Dieser Server verschickt noch keine Mails. Der Link steht in seinem Protokoll und in der neuesten Datei von {file}.',
  'Verify your email': 'Bestätigen Sie Ihre E-Mail-Adresse',
  'Enter the 7-digit code we sent to <b>{email}</b>.':
    'Geben Sie den 7-stelligen Code ein, den wir an <b>{email}</b> gesendet haben.',
  'It may take a moment: while the mail server does not answer, we keep trying.':
    'Es kann einen Moment dauern: Solange der Mailserver nicht antwortet, versuchen wir es weiter.',
  'Verification code': 'Bestätigungscode',
  'Verification code has been resent to your email':
    'Der Bestätigungscode wurde erneut an Ihre E-Mail-Adresse gesendet',
  'Verify email': 'E-Mail bestätigen',
  'No code?': 'Kein Code?',
  'Resend code': 'Code erneut senden',
  'Authentication code': 'Authentifizierungscode',
  'Open your authenticator app and type the six digits it shows.':
    'Öffnen Sie Ihre Authenticator-App und geben Sie die sechs Ziffern ein, die sie zeigt.',
  'Use a recovery code': 'Wiederherstellungscode verwenden',
  'Recovery code': 'Wiederherstellungscode',
  'Type one of the codes you kept when you set up the second factor. Each works once.':
    'Geben Sie einen der Codes ein, die Sie beim Einrichten des zweiten Faktors aufbewahrt haben. Jeder gilt einmal.',
  'Use the authenticator app': 'Authenticator-App verwenden',
  'Type a recovery code.': 'Geben Sie einen Wiederherstellungscode ein.',
  'Verify': 'Bestätigen',
  'What stands here is yours alone.': 'Was hier steht, gehört nur Ihnen.',
  'Your chats are yours alone.': 'Ihre Chats gehören nur Ihnen.',
  'Choose a new password': 'Neues Passwort wählen',
  'Set new password': 'Neues Passwort setzen',
  'Your new password is set, and you are signed out everywhere.':
    'Ihr neues Passwort ist gesetzt, und Sie sind überall abgemeldet.',
  'Sign in with it to go on.': 'Melden Sie sich damit an, um weiterzumachen.',

  // The account
  'Account': 'Konto',
  'Signed in as <b>{email}</b>': 'Angemeldet als <b>{email}</b>',
  'Account settings': 'Kontoeinstellungen',
  'Usage': 'Nutzung',
  'Connect programs': 'Programme verbinden',
  'Admin Dashboard': 'Verwaltung',
  'Sign out': 'Abmelden',
  'Signing out...': 'Wird abgemeldet …',
  'Change email': 'E-Mail ändern',
  'New email': 'Neue E-Mail',
  'Verify the new email': 'Die neue E-Mail bestätigen',
  'Verify new email': 'Neue E-Mail bestätigen',
  'We sent a 7-digit code to <b>{email}</b>. Until you type it here, your address stays as it is.':
    'Wir haben einen 7-stelligen Code an <b>{email}</b> gesendet. Bis Sie ihn hier eingeben, bleibt Ihre Adresse, wie sie ist.',
  'Your address is changed. From now on you sign in with it.':
    'Ihre Adresse ist geändert. Von jetzt an melden Sie sich mit ihr an.',
  'Change password': 'Passwort ändern',
  'Set password': 'Passwort setzen',
  'A new one ends every other session.': 'Ein neues beendet jede andere Sitzung.',
  'Current password': 'Aktuelles Passwort',
  'New password': 'Neues Passwort',
  'Confirm new password': 'Neues Passwort bestätigen',
  'Your password': 'Ihr Passwort',
  'Type your password.': 'Geben Sie Ihr Passwort ein.',
  'Your password is changed, and every other session has ended.':
    'Ihr Passwort ist geändert, und jede andere Sitzung ist beendet.',
  'Ways in': 'Zugänge',
  'What lets you into this account.': 'Womit Sie in dieses Konto kommen.',
  'Email and password': 'E-Mail und Passwort',
  'Link {issuer}': '{issuer} verknüpfen',
  'Unlink': 'Trennen',
  'Linking did not succeed. Please try again.': 'Die Verknüpfung ist nicht gelungen. Bitte versuchen Sie es erneut.',
  'Second factor': 'Zweiter Faktor',
  'A code from an authenticator app, asked for after your password.':
    'Ein Code aus einer Authenticator-App, der nach Ihrem Passwort verlangt wird.',
  '<b>Authenticator app</b>: verified': '<b>Authenticator-App</b>: bestätigt',
  'Set up a second factor': 'Einen zweiten Faktor einrichten',
  'Set up second factor': 'Zweiten Faktor einrichten',
  'Scan this with your authenticator app, or type the secret into it.':
    'Scannen Sie das mit Ihrer Authenticator-App, oder geben Sie den Schlüssel dort ein.',
  'QR code for your authenticator app': 'QR-Code für Ihre Authenticator-App',
  'Secret:': 'Schlüssel:',
  'The six digits that the app shows now': 'Die sechs Ziffern, die die App jetzt zeigt',
  'Verify and turn on': 'Bestätigen und einschalten',
  'New recovery codes': 'Neue Wiederherstellungscodes',
  'The codes you have now stop working.': 'Ihre bisherigen Codes gelten dann nicht mehr.',
  'Remove second factor': 'Zweiten Faktor entfernen',
  'Your password alone will let you in.': 'Ihr Passwort allein genügt dann.',
  'Keep your recovery codes': 'Bewahren Sie Ihre Wiederherstellungscodes auf',
  'They are shown this once. Each lets you in once when your authenticator app is not at hand.':
    'Sie werden nur dieses eine Mal gezeigt. Jeder lässt Sie einmal ein, wenn Ihre Authenticator-App nicht zur Hand ist.',
  'Recovery codes': 'Wiederherstellungscodes',
  'Download': 'Herunterladen',
  'I have kept them': 'Ich habe sie aufbewahrt',
  'Your browser does not let us copy. Select the codes, or download them.':
    'Ihr Browser lässt uns nicht kopieren. Markieren Sie die Codes, oder laden Sie sie herunter.',
  'Sessions': 'Sitzungen',
  'Where you are signed in.': 'Wo Sie angemeldet sind.',
  'Your sessions could not be loaded.': 'Ihre Sitzungen konnten nicht geladen werden.',
  'Loading your sessions': 'Ihre Sitzungen werden geladen',
  'this session': 'diese Sitzung',
  'last seen {time}': 'zuletzt gesehen {time}',
  'End': 'Beenden',
  'End the session of {name}': 'Die Sitzung von {name} beenden',
  'End all other sessions': 'Alle anderen Sitzungen beenden',
  '{browser} on {system}': '{browser} unter {system}',
  'Unknown browser': 'Unbekannter Browser',
  'Your data': 'Ihre Daten',
  'Everything that belongs to you, as one JSON file.': 'Alles, was Ihnen gehört, als eine JSON-Datei.',
  'Export my data': 'Meine Daten exportieren',
  'Delete account': 'Konto löschen',
  'With every crawl, page, chat and notebook that belongs to it.':
    'Mit jedem Crawl, jeder Seite, jedem Chat und Notizbuch, die dazugehören.',
  'Delete your account?': 'Ihr Konto löschen?',
  'The account of <b>{email}</b> and everything in it will be gone at once. This cannot be taken back.':
    'Das Konto von <b>{email}</b> und alles darin verschwindet sofort. Das lässt sich nicht rückgängig machen.',
  'Delete everything': 'Alles löschen',
  'Your account is deleted': 'Ihr Konto ist gelöscht',
  'Everything that belonged to it is gone.': 'Alles, was dazugehörte, ist fort.',

  // Credits, plans and usage
  'Error loading credits': 'Credits konnten nicht geladen werden',
  'Loading credits': 'Credits werden geladen',
  'Upgrade your plan': 'Ihren Tarif erweitern',
  'Your plan': 'Ihr Tarif',
  'Free': 'Free',
  'Pro': 'Pro',
  'Enterprise': 'Enterprise',
  '{n} credits': '{n} Credits',
  'Up to {n} pages per crawl': 'Bis zu {n} Seiten pro Crawl',
  'Max depth {n}': 'Höchste Tiefe {n}',
  '$0': '0 $',
  '$29 per month': '29 $ pro Monat',
  '300 credits per day': '300 Credits pro Tag',
  'Up to 100 pages per crawl': 'Bis zu 100 Seiten pro Crawl',
  'Max depth 10': 'Höchste Tiefe 10',
  'Priority support': 'Bevorzugte Hilfe',
  'API access': 'API-Zugang',
  'Custom price': 'Preis nach Vereinbarung',
  'Unlimited credits': 'Unbegrenzte Credits',
  'Unlimited pages per crawl': 'Unbegrenzte Seiten pro Crawl',
  'Unlimited depth': 'Unbegrenzte Tiefe',
  'Dedicated support': 'Persönliche Hilfe',
  'Custom integrations': 'Eigene Anbindungen',
  'SLA': 'SLA',
  'Sign in to upgrade': 'Zum Upgraden anmelden',
  'Contact us': 'Kontakt',
  'Manage subscription': 'Abonnement verwalten',
  'Upgrade to Pro': 'Zu Pro wechseln',
  'This server takes no payments itself. To change your plan, ask the person who runs it: {operator}.':
    'Dieser Server nimmt selbst keine Zahlungen an. Um Ihren Tarif zu ändern, fragen Sie den Betreiber: {operator}.',
  'This server takes no payments itself. To change your plan, ask the person who runs it.':
    'Dieser Server nimmt selbst keine Zahlungen an. Um Ihren Tarif zu ändern, fragen Sie den Betreiber.',
  "If that is you, type this in Readback's folder:": 'Wenn Sie das sind, geben Sie im Ordner von Readback ein:',
  'Nothing was paid. Your plan is as it was.': 'Es wurde nichts bezahlt. Ihr Tarif ist, wie er war.',
  'Thank you. Your payment is confirmed, and Pro is yours.': 'Danke. Ihre Zahlung ist bestätigt, und Pro gehört Ihnen.',
  'Your payment is being confirmed. This usually takes a few seconds, and your plan then changes here by itself.':
    'Ihre Zahlung wird bestätigt. Das dauert meist einige Sekunden, dann ändert sich Ihr Tarif hier von selbst.',
  'Loading usage': 'Die Nutzung wird geladen',
  'Nothing spent yet': 'Noch nichts verbraucht',
  'One credit pays for one crawled page. What yours were spent on will stand here.':
    'Ein Credit bezahlt eine eingelesene Seite. Wofür Ihre verbraucht wurden, wird hier stehen.',
  'Balance and plan': 'Guthaben und Tarif',
  'Balance': 'Guthaben',
  'Plan': 'Tarif',
  'Next return': 'Nächste Auffüllung',
  'Waits until your payment is made': 'Wartet auf Ihre Zahlung',
  'None on the free plan': 'Keine im Free-Tarif',
  '{when}, to {n, number} credits': '{when}, auf {n, number} Credits',
  'The last payment failed': 'Die letzte Zahlung ist fehlgeschlagen',
  'Ends on {day}': 'Endet am {day}',
  'Renews on {day}': 'Verlängert sich am {day}',
  'Credits by day, the last {days} days': 'Credits nach Tagen, die letzten {days} Tage',
  'Credits spent': 'Verbrauchte Credits',
  'Spent': 'Verbraucht',
  'Granted': 'Gutgeschrieben',
  'Every credit': 'Jeder Credit',
  'What for': 'Wofür',
  'When': 'Wann',
  'Show older': 'Ältere zeigen',
  'New account': 'Neues Konto',
  'Daily return': 'Tägliche Auffüllung',
  'Change of plan': 'Tarifwechsel',
  'Set by the operator': 'Vom Betreiber gesetzt',
  'Page crawled': 'Seite eingelesen',
  'Changed page read again': 'Geänderte Seite neu gelesen',
  'by <crawl>the crawl of {url}</crawl>': 'durch <crawl>den Crawl von {url}</crawl>',
  'by a crawl that is deleted': 'durch einen gelöschten Crawl',

  // Connecting programs
  'Whatever you do here, Claude, Cursor or a script can do for you, with your plan and your credits. <manual>How it works</manual> stands in the manual.':
    'Was Sie hier tun, können Claude, Cursor oder ein Skript für Sie tun, mit Ihrem Tarif und Ihren Credits. <manual>Wie das geht</manual>, steht im Handbuch.',
  'Loading your API keys': 'Ihre API-Schlüssel werden geladen',
  'API keys': 'API-Schlüssel',
  'A program shows its key instead of signing in. Give each program its own, with no more than it needs.':
    'Ein Programm zeigt seinen Schlüssel, statt sich anzumelden. Geben Sie jedem Programm einen eigenen, der nicht mehr darf als nötig.',
  'API access is part of the Pro and Enterprise plans.': 'Der API-Zugang gehört zu den Tarifen Pro und Enterprise.',
  'The keys below hold again once your plan has it.': 'Die Schlüssel unten gelten wieder, sobald Ihr Tarif ihn hat.',
  'Your API keys could not be loaded.': 'Ihre API-Schlüssel konnten nicht geladen werden.',
  'No keys yet': 'Noch keine Schlüssel',
  'The first one connects your first program.': 'Der erste verbindet Ihr erstes Programm.',
  'Your API keys': 'Ihre API-Schlüssel',
  'made {time}': 'erstellt {time}',
  'last used {time}': 'zuletzt benutzt {time}',
  'never used': 'nie benutzt',
  'Revoke': 'Widerrufen',
  'Revoke {name}': '{name} widerrufen',
  'Revoke API key': 'API-Schlüssel widerrufen',
  'Revoke key': 'Schlüssel widerrufen',
  'Whatever uses “{name}” stops working at once. This cannot be undone.':
    'Was „{name}“ benutzt, funktioniert sofort nicht mehr. Das lässt sich nicht rückgängig machen.',
  'Make an API key': 'Einen API-Schlüssel erstellen',
  'What uses it, such as “Claude on my laptop”.': 'Was ihn benutzt, etwa „Claude auf meinem Laptop“.',
  'It may': 'Er darf',
  'See crawls, pages, notebooks and chats, and search them':
    'Crawls, Seiten, Notizbücher und Chats sehen und durchsuchen',
  'Ask, and save what was asked': 'Fragen und das Gefragte speichern',
  'Start and stop crawls, which spends credits': 'Crawls starten und stoppen, was Credits verbraucht',
  'Make key': 'Schlüssel erstellen',
  'The key “{name}”': 'Der Schlüssel „{name}“',
  'Copy it now: it is not shown again. Until you leave, the examples below hold it too.':
    'Kopieren Sie ihn jetzt: Er wird nicht wieder gezeigt. Bis Sie gehen, enthalten ihn auch die Beispiele unten.',
  'Copy key': 'Schlüssel kopieren',
  'Copied: {title}': 'Kopiert: {title}',
  'Copy: {title}': 'Kopieren: {title}',
  'Claude can crawl sites, search their pages and ask them, and gets the quote behind every claim.':
    'Claude kann Websites einlesen, ihre Seiten durchsuchen und befragen und bekommt zu jeder Aussage das Zitat.',
  'In a terminal, for Claude Code': 'In einem Terminal, für Claude Code',
  'Or for one project: the file .mcp.json': 'Oder für ein Projekt: die Datei .mcp.json',
  'The same tools in the editor. Any other program that speaks MCP over HTTP takes the same address and header.':
    'Dieselben Werkzeuge im Editor. Jedes andere Programm, das MCP über HTTP spricht, nimmt dieselbe Adresse und denselben Header.',
  'The file ~/.cursor/mcp.json, or .cursor/mcp.json in a project':
    'Die Datei ~/.cursor/mcp.json, oder .cursor/mcp.json in einem Projekt',
  'The addresses are those that the screens use. All of them stand on the page of <docs>the API</docs>, with the scope that each one needs.':
    'Es sind die Adressen, die auch die Bildschirme benutzen. Alle stehen auf der Seite <docs>der API</docs>, mit dem Recht, das jede braucht.',
  'Keep the key where the other commands find it.': 'Den Schlüssel dort ablegen, wo ihn die anderen Befehle finden.',
  'Crawl: here five pages of this server’s manual. The answer has the id of the crawl.':
    'Einlesen: hier fünf Seiten des Handbuchs dieses Servers. Die Antwort enthält die Kennung des Crawls.',
  'Keep that id and look at the crawl, until its status is finished. Every page has an id too.':
    'Die Kennung behalten und nach dem Crawl sehen, bis sein Status „finished“ ist. Auch jede Seite hat eine Kennung.',
  'Search the text of the pages.': 'Den Text der Seiten durchsuchen.',
  'Make pages ready to be asked; further ids stand beside the first.':
    'Seiten für Fragen vorbereiten; weitere Kennungen stehen neben der ersten.',
  'Ask. The answer streams as events: its text, then the citations with their quotes.':
    'Fragen. Die Antwort kommt als Strom von Ereignissen: erst der Text, dann die Belege mit ihren Zitaten.',

  // Document storage
  'Save to WorkDrive': 'In WorkDrive speichern',
  'The document storage could not be asked.': 'Der Dokumentenspeicher konnte nicht gefragt werden.',
  'Format': 'Format',
  '{n, plural, one {# selected page} other {# selected pages}}, to folder {folder} of workspace {workspace}.':
    '{n, plural, one {# ausgewählte Seite} other {# ausgewählte Seiten}}, in den Ordner {folder} des Arbeitsbereichs {workspace}.',
  'To folder {folder} of workspace {workspace}.': 'In den Ordner {folder} des Arbeitsbereichs {workspace}.',
  'Where to save': 'Wohin speichern',
  'Workspace ID': 'Kennung des Arbeitsbereichs',
  'Folder ID': 'Kennung des Ordners',
  'Open the folder in WorkDrive, copy its address and paste it here: both fields are filled.':
    'Öffnen Sie den Ordner in WorkDrive, kopieren Sie seine Adresse und fügen Sie sie hier ein: Beide Felder werden gefüllt.',
  'Use this folder': 'Diesen Ordner verwenden',
  'Saved before': 'Früher gespeichert',
  '{name} was not saved.': '{name} wurde nicht gespeichert.',
  '{name} was saved {time}.': '{name} wurde {time} gespeichert.',
  '{name} is being sent, attempt {attempts} of {of}.': '{name} wird gesendet, Versuch {attempts} von {of}.',
  '{name} is being sent.': '{name} wird gesendet.',
  '{name} waits for its turn.': '{name} wartet, bis es an der Reihe ist.',
  '{name} is tried again soon, {attempts} of {of} attempts made.':
    '{name} wird bald erneut versucht, {attempts} von {of} Versuchen gemacht.',
  'Open in WorkDrive': 'In WorkDrive öffnen',
  'Test connection': 'Verbindung testen',
  'Save a client ID and a client secret first.': 'Speichern Sie zuerst eine Client-ID und ein Client-Secret.',
  'Steps of the connection test': 'Schritte des Verbindungstests',
  'Initialize': 'Vorbereiten',
  'Generate auth URL': 'Anmeldeadresse erzeugen',
  'Open auth window': 'Anmeldefenster öffnen',
  'Wait for callback': 'Auf Rückmeldung warten',
  'Process auth code': 'Code einlösen',
  'Verify connection': 'Verbindung prüfen',
  'pending': 'offen',
  'running': 'läuft',
  'success': 'gelungen',
  'error': 'Fehler',
  'Continue in this window': 'In diesem Fenster fortfahren',
  'The connection works. Files can be saved to WorkDrive.':
    'Die Verbindung steht. Dateien können in WorkDrive gespeichert werden.',
  'Not connected.': 'Nicht verbunden.',
  'Connected.': 'Verbunden.',
  'Connected, token renewed {time}.': 'Verbunden, Token erneuert {time}.',
  'Disconnect': 'Trennen',
  'Disconnect WorkDrive?': 'WorkDrive trennen?',
  'Nobody can save files there any more until it is connected again. Files that are there stay.':
    'Niemand kann dort mehr Dateien speichern, bis es wieder verbunden ist. Vorhandene Dateien bleiben.',
  'WorkDrive is being connected.': 'WorkDrive wird verbunden.',
  'WorkDrive is connected.': 'WorkDrive ist verbunden.',
  'Zoho WorkDrive is connected.': 'Zoho WorkDrive ist verbunden.',
  'This window closes by itself.': 'Dieses Fenster schließt sich von selbst.',
  'Processing Authentication': 'Anmeldung wird verarbeitet',
  'Authentication Complete': 'Anmeldung abgeschlossen',
  'Authentication Error': 'Fehler bei der Anmeldung',
  'Return to Settings': 'Zurück zu den Einstellungen',
  'Authentication log': 'Anmeldeprotokoll',
  'Failures': 'Fehlschläge',
  'The authentication log could not be loaded.': 'Das Anmeldeprotokoll konnte nicht geladen werden.',
  'Loading the authentication log': 'Das Anmeldeprotokoll wird geladen',
  "What is said to Zoho's sign-in appears here, without codes, tokens and secrets.":
    'Hier erscheint, was mit der Anmeldung von Zoho gesprochen wird, ohne Codes, Token und Geheimnisse.',
  'Authorisation begun': 'Freigabe begonnen',
  'Callback refused': 'Rückmeldung abgelehnt',
  'Code exchanged for tokens': 'Code gegen Token getauscht',
  'Access token renewed': 'Zugriffstoken erneuert',
  'Token revoked': 'Token widerrufen',

  // Administration
  'Overview': 'Übersicht',
  'System Settings': 'Systemeinstellungen',
  'System settings': 'Systemeinstellungen',
  'People': 'Personen',
  'Crawls': 'Crawls',
  'Audit Log': 'Protokoll',
  'The counts could not be loaded.': 'Die Zahlen konnten nicht geladen werden.',
  'Saved chats': 'Gespeicherte Chats',
  'Active in the last 24 hours': 'In den letzten 24 Stunden aktiv',
  'The charts could not be loaded.': 'Die Diagramme konnten nicht geladen werden.',
  'Loading the charts': 'Die Diagramme werden geladen',
  'Days shown': 'Gezeigte Tage',
  '{n} days': '{n} Tage',
  'By day, the last {days} days': 'Nach Tagen, die letzten {days} Tage',
  'Pages read': 'Gelesene Seiten',
  'Questions': 'Fragen',
  'Failed crawls': 'Fehlgeschlagene Crawls',
  'Active people': 'Aktive Personen',
  'Health': 'Zustand',
  'The server does not say how it is. What stands here may be old.':
    'Der Server sagt nicht, wie es ihm geht. Was hier steht, ist vielleicht alt.',
  'Loading the health': 'Der Zustand wird geladen',
  'The database does not answer.': 'Die Datenbank antwortet nicht.',
  'Database': 'Datenbank',
  'Embedded': 'Eingebettet',
  'reachable': 'erreichbar',
  'not reachable': 'nicht erreichbar',
  'Latency': 'Antwortzeit',
  'Size': 'Größe',
  'Jobs waiting': 'Wartende Aufgaben',
  'Jobs active': 'Laufende Aufgaben',
  'Jobs failed': 'Fehlgeschlagene Aufgaben',
  'Oldest waiting job': 'Älteste wartende Aufgabe',
  'none waits': 'keine wartet',
  'Search people by email': 'Personen nach E-Mail suchen',
  'Search by email': 'Nach E-Mail suchen',
  'The people could not be loaded.': 'Die Personen konnten nicht geladen werden.',
  'Loading the people': 'Die Personen werden geladen',
  'Nobody found': 'Niemand gefunden',
  'No address holds “{words}”.': 'Keine Adresse enthält „{words}“.',
  'Show more people': 'Weitere Personen zeigen',
  'Person': 'Person',
  'Last seen': 'Zuletzt gesehen',
  never: 'nie',
  you: 'Sie',
  administrator: 'Administrator',
  suspended: 'gesperrt',
  'Actions': 'Aktionen',
  'What to do with {email}': 'Was mit {email} zu tun ist',
  'Change plan…': 'Tarif ändern …',
  'Set credits…': 'Credits setzen …',
  'End sessions…': 'Sitzungen beenden …',
  'Make administrator…': 'Zum Administrator machen …',
  'Unmake administrator…': 'Administratorrechte nehmen …',
  'Change the plan': 'Tarif ändern',
  'Set the credits': 'Credits setzen',
  'End all sessions?': 'Alle Sitzungen beenden?',
  'Suspend this account?': 'Dieses Konto sperren?',
  'Let this account in again?': 'Dieses Konto wieder zulassen?',
  'Make administrator?': 'Zum Administrator machen?',
  'Unmake administrator?': 'Administratorrechte nehmen?',
  '{email} is signed out everywhere and may sign in again.':
    '{email} wird überall abgemeldet und kann sich wieder anmelden.',
  'End sessions': 'Sitzungen beenden',
  '{email} is signed out everywhere and cannot sign in, API keys are refused and running crawls stop. Nothing is deleted.':
    '{email} wird überall abgemeldet und kann sich nicht anmelden, API-Schlüssel werden abgelehnt und laufende Crawls gestoppt. Nichts wird gelöscht.',
  'Suspend': 'Sperren',
  'Suspend…': 'Sperren …',
  '{email} may sign in again, and API keys work again. Crawls that were stopped stay stopped.':
    '{email} kann sich wieder anmelden, und API-Schlüssel gelten wieder. Gestoppte Crawls bleiben gestoppt.',
  'Unsuspend': 'Entsperren',
  'Unsuspend…': 'Entsperren …',
  "{email} will see everybody's plans and credits, may change these settings, suspend people and unmake you.":
    '{email} wird Tarife und Credits aller sehen und darf diese Einstellungen ändern, Personen sperren und Ihnen die Rechte nehmen.',
  'Make administrator': 'Zum Administrator machen',
  '{email} loses the admin area at once.': '{email} verliert die Verwaltung sofort.',
  'ADMIN_EMAILS names this address, so the next start makes it an administrator again.':
    'ADMIN_EMAILS nennt diese Adresse, also macht der nächste Start sie wieder zum Administrator.',
  'Unmake administrator': 'Administratorrechte nehmen',
  '<plan>{tier}</plan>, {credits, number} credits': '<plan>{tier}</plan>, {credits, number} Credits',
  'The balance becomes what the plan grants; it is {n, number} now.':
    'Das Guthaben wird, was der Tarif gewährt; jetzt ist es {n, number}.',
  'Change plan': 'Tarif ändern',
  'The balance of {email}. The ledger notes the difference.':
    'Das Guthaben von {email}. Das Kontobuch vermerkt den Unterschied.',
  'Set credits': 'Credits setzen',
  'The crawls could not be loaded.': 'Die Crawls konnten nicht geladen werden.',
  'Loading the crawls': 'Die Crawls werden geladen',
  'Nothing is being crawled': 'Es läuft kein Crawl',
  'Crawls that run appear here.': 'Laufende Crawls erscheinen hier.',
  'Host': 'Host',
  'Since': 'Seit',
  'State': 'Zustand',
  'stopping': 'stoppt',
  'not begun': 'nicht begonnen',
  'reading': 'liest',
  'Stop the crawl of {host} by {email}': 'Den Crawl von {host} durch {email} stoppen',
  'The newest {n, number} of {total, number} are shown.':
    'Die neuesten {n, number} von {total, number} werden gezeigt.',
  'Stop this crawl?': 'Diesen Crawl stoppen?',
  'The crawl of {host} by {email} stops. The pages read so far stay.':
    'Der Crawl von {host} durch {email} stoppt. Die bisher gelesenen Seiten bleiben.',
  'Stop crawl': 'Crawl stoppen',
  'The audit log could not be loaded.': 'Das Protokoll konnte nicht geladen werden.',
  'Loading the audit log': 'Das Protokoll wird geladen',
  'What administrators do appears here.': 'Hier erscheint, was Administratoren tun.',
  'What': 'Was',
  'About': 'Über',
  'Who': 'Wer',
  'a deleted account': 'ein gelöschtes Konto',
  'Looked at the dashboard': 'Hat die Übersicht angesehen',
  'Looked at the settings': 'Hat die Einstellungen angesehen',
  'Changed the settings': 'Hat die Einstellungen geändert',
  'Tested the AI connection': 'Hat die KI-Verbindung getestet',
  'Changed a plan': 'Hat einen Tarif geändert',
  'Suspended an account': 'Hat ein Konto gesperrt',
  'Let an account in again': 'Hat ein Konto wieder zugelassen',
  'Ended sessions': 'Hat Sitzungen beendet',
  'Made an administrator': 'Hat jemanden zum Administrator gemacht',
  'Unmade an administrator': 'Hat jemandem Administratorrechte genommen',
  'Stopped a crawl': 'Hat einen Crawl gestoppt',
  'Tested the document storage': 'Hat den Dokumentenspeicher getestet',
  'Disconnected the document storage': 'Hat den Dokumentenspeicher getrennt',
  'Loading the settings': 'Die Einstellungen werden geladen',
  'Settings saved.': 'Einstellungen gespeichert.',
  'Save Settings': 'Einstellungen speichern',
  'Remove {label}': '{label} entfernen',
  'Show or hide {label}': '{label} zeigen oder verbergen',
  'Remove this setting?': 'Diese Einstellung entfernen?',
  'What is stored as {label} is deleted at once and cannot be shown again.':
    'Was als {label} gespeichert ist, wird sofort gelöscht und lässt sich nicht wieder anzeigen.',
  'Stored under another APP_SECRET and not used: store it again.':
    'Unter einem anderen APP_SECRET gespeichert und nicht benutzt: Speichern Sie es neu.',
  'Not filled.': 'Nicht ausgefüllt.',
  'Stored; leave empty to keep it.': 'Gespeichert; leer lassen, um es zu behalten.',
  'From the environment; what you store here wins over it.': 'Aus der Umgebung; was Sie hier speichern, geht vor.',
  'AI service': 'KI-Dienst',
  'OpenAI API key': 'OpenAI-API-Schlüssel',
  'For OpenAI, or the service that OPENAI_BASE_URL names.': 'Für OpenAI oder den Dienst, den OPENAI_BASE_URL nennt.',
  'ScrapingBee API key': 'ScrapingBee-API-Schlüssel',
  'With it, pages are read through the scraping service.': 'Damit werden Seiten über den Scraping-Dienst gelesen.',
  'Document storage (Zoho WorkDrive)': 'Dokumentenspeicher (Zoho WorkDrive)',
  'Zoho client ID': 'Zoho Client-ID',
  'Zoho client secret': 'Zoho Client-Secret',
  'Zoho redirect URI': 'Zoho Rücksprungadresse',
  'The same as in the Zoho API console; without it, the address shown here applies.':
    'Dieselbe wie in der Zoho-API-Konsole; ohne sie gilt die hier gezeigte Adresse.',
  'Zoho API domain': 'Zoho API-Domain',
  'The address of your region.': 'Die Adresse Ihrer Region.',
  'Zoho OAuth scope': 'Zoho OAuth-Scope',
  'A comma list.': 'Eine Liste mit Kommas.',
  'Test AI connection': 'KI-Verbindung testen',
  'Asks what is saved, not what is typed here.': 'Fragt, was gespeichert ist, nicht was hier eingegeben wurde.',
  'Asked: {host}.': 'Gefragt: {host}.',
  '{n, plural, one {# model} other {# models}} listed': '{n, plural, one {# Modell} other {# Modelle}} genannt',
  'Models': 'Modelle',

  // Keyboard shortcuts
  'Keyboard shortcuts': 'Tastenkürzel',
  Ctrl: 'Strg',
  Shift: 'Umschalt',
  Space: 'Leertaste',
  Enter: 'Eingabe',
  'Everywhere': 'Überall',
  'New chat': 'Neuer Chat',
  'Write a question': 'Frage schreiben',
  'Stop the answer, close what is open': 'Antwort stoppen, Offenes schließen',
  'Show these shortcuts': 'Diese Tastenkürzel zeigen',
  'In a question': 'In einer Frage',
  'Send': 'Senden',
  'New line': 'Neue Zeile',
  'In the tree of pages': 'Im Baum der Seiten',
  'Go to another page': 'Zu einer anderen Seite',
  'Collapse and expand': 'Zu- und aufklappen',
  'Tick a page': 'Seite auswählen',
  'Tick everything below it': 'Alles darunter auswählen',
  'Show its summary': 'Zusammenfassung zeigen',
  'Keys that are pressed alone': 'Einzeln gedrückte Tasten',
  'Switch them off when you dictate, or press keys unawares.':
    'Schalten Sie sie aus, wenn Sie diktieren oder versehentlich Tasten drücken.',

  // The palette
  'Go to': 'Wechseln zu',
  'Go to a screen, a chat or an action': 'Zu einem Bildschirm, einem Chat oder einer Aktion gehen',
  'Where to, or what to do': 'Wohin, oder was tun',
  'A screen, a chat, an action …': 'Ein Bildschirm, ein Chat, eine Aktion …',
  'A screen or an action …': 'Ein Bildschirm oder eine Aktion …',
  'What was found': 'Gefunden',
  'Your chats could not be searched.': 'Ihre Chats konnten nicht durchsucht werden.',
  'Nothing here is called “{words}”.': 'Hier heißt nichts „{words}“.',
  '{n, plural, =0 {Nothing found} one {# found} other {# found}}': '{n, plural, =0 {Nichts gefunden} one {# gefunden} other {# gefunden}}',
  'Recent chats': 'Letzte Chats',
  'On this screen': 'Auf diesem Bildschirm',
  'Preferences': 'Einstellungen',
  'Stop the answer': 'Antwort stoppen',
  'Select all pages': 'Alle Seiten auswählen',
  'Select no page': 'Keine Seite auswählen',
  'New crawl': 'Neuer Crawl',
  'Manual': 'Handbuch',
  'API reference': 'API-Referenz',
  'new chat, website, start, main screen': 'neuer Chat, Website, Start, Hauptbildschirm',
  'list, saved, notebooks': 'Liste, gespeichert, Notizbücher',
  'password, email, sessions, delete': 'Passwort, E-Mail, Sitzungen, löschen',
  'credits, spent, plan, payment': 'Credits, verbraucht, Tarif, Zahlung',
  'API keys, MCP, Claude, Cursor': 'API-Schlüssel, MCP, Claude, Cursor',
  'administration, overview, counts': 'Verwaltung, Übersicht, Zahlen',
  'administration, keys, storage': 'Verwaltung, Schlüssel, Speicher',
  'administration, accounts, plans': 'Verwaltung, Konten, Tarife',
  'administration, running': 'Verwaltung, laufend',
  'administration, actions': 'Verwaltung, Aktionen, Audit',
  'help, documentation': 'Hilfe, Dokumentation',
  'documentation, programs': 'Dokumentation, Programme',
  'plans, prices, more credits': 'Tarife, Preise, mehr Credits',
  'account, sign up': 'Konto, registrieren',
  'theme, mode': 'Thema, Modus, hell, dunkel',

  // The site map
  'Site map': 'Karte der Website',
  'Folder': 'Ordner',
  'read': 'gelesen',
  'skipped': 'übersprungen',
  'Of {all, number} skipped addresses the map shows the first {shown, number}.':
    'Von {all, number} übersprungenen Adressen zeigt die Karte die ersten {shown, number}.',
  'Pages by their clicks from the start page': 'Seiten nach Klicks von der Startseite',
  '{clicks, plural, =0 {The start page} one {# click} other {# clicks}}':
    '{clicks, plural, =0 {Die Startseite} one {# Klick} other {# Klicks}}',
  'Skipped addresses by reason': 'Übersprungene Adressen nach Grund',
  'All hosts': 'Alle Hosts',
  'Map of {folder}': 'Karte von {folder}',
  '{n, number} more': '{n, number} weitere',
  '{read, plural, one {# page} other {# pages}} read': '{read, plural, one {# Seite} other {# Seiten}} gelesen',
  '{read, plural, one {# page} other {# pages}} read, {skipped, number} skipped':
    '{read, plural, one {# Seite} other {# Seiten}} gelesen, {skipped, number} übersprungen',
  'Folders of {folder}': 'Ordner von {folder}',
  'Folder or page': 'Ordner oder Seite',
  'Read': 'Gelesen',
  'Skipped': 'Übersprungen',
  'Clicks away': 'Klicks entfernt',

  // Topics at a glance
  'Topics of the selection': 'Themen der Auswahl',
  'Topics of these pages': 'Themen dieser Seiten',
  'Every topic': 'Jedes Thema',
  Topic: 'Thema',
  'Show fewer': 'Weniger zeigen',

  // Failures, by their code (src/shared/errors.ts)
  '{reason}': '{reason}',
  'Send JSON, with the header Content-Type: application/json.':
    'Senden Sie JSON, mit dem Header Content-Type: application/json.',
  'The request holds a NUL character, which no text may have.':
    'Die Anfrage enthält ein NUL-Zeichen, das kein Text haben darf.',
  'The request is too large.': 'Die Anfrage ist zu groß.',
  'The headers of this request are too large. Delete the cookies of this site and try again.':
    'Die Header dieser Anfrage sind zu groß. Löschen Sie die Cookies dieser Website und versuchen Sie es erneut.',
  'The request did not come in time. Please try again.':
    'Die Anfrage kam nicht rechtzeitig an. Bitte versuchen Sie es erneut.',
  'This is no HTTP request.': 'Das ist keine HTTP-Anfrage.',
  'There is nothing at this address.': 'Unter dieser Adresse gibt es nichts.',
  'Programs that speak MCP send POST here, with an API key. How stands at /connect.':
    'Programme, die MCP sprechen, senden hierher POST, mit einem API-Schlüssel. Wie, steht unter /connect.',
  'This request came from another site and was refused.':
    'Diese Anfrage kam von einer anderen Website und wurde abgelehnt.',
  'Too many requests. Please wait a moment and try again.':
    'Zu viele Anfragen. Bitte warten Sie einen Moment und versuchen Sie es erneut.',
  'You have {n} requests in hand at once. Please wait for some of them to be answered.':
    'Sie haben {n} Anfragen gleichzeitig offen. Bitte warten Sie, bis einige davon beantwortet sind.',
  'You have {n} open streams of events, one for each tab. Close some of them.':
    'Sie haben {n} offene Ereignisströme, einen für jeden Tab. Schließen Sie einige davon.',
  'This took too long and was given up. Please try again in a moment.':
    'Das dauerte zu lange und wurde aufgegeben. Bitte versuchen Sie es gleich noch einmal.',
  'Something went wrong on our side. Please try again.':
    'Bei uns ist etwas schiefgegangen. Bitte versuchen Sie es erneut.',
  'Readback is starting. Please try again in a moment.':
    'Readback startet gerade. Bitte versuchen Sie es gleich noch einmal.',
  'The database is restarting. Please try again in a few seconds.':
    'Die Datenbank startet neu. Bitte versuchen Sie es in einigen Sekunden noch einmal.',
  'This server’s disk is full, so nothing new can be stored. What is stored is safe.':
    'Die Festplatte dieses Servers ist voll, daher kann nichts Neues gespeichert werden. Gespeichertes ist sicher.',
  'This server has as many requests in hand as it can take. Please try again in a moment.':
    'Dieser Server hat so viele Anfragen offen, wie er bewältigt. Bitte versuchen Sie es gleich noch einmal.',
  'Only administrators may do this.': 'Das dürfen nur Administratoren.',
  'Invalid email address': 'Ungültige E-Mail-Adresse',
  'Password must be at least 8 characters': 'Das Passwort muss mindestens 8 Zeichen haben',
  "Passwords don't match": 'Die Passwörter stimmen nicht überein',
  'Verification code must be 7 digits': 'Der Bestätigungscode muss 7 Ziffern haben',
  'Invalid email or password': 'E-Mail oder Passwort ist falsch',
  'Your email address is not verified yet. We have sent you a new code.':
    'Ihre E-Mail-Adresse ist noch nicht bestätigt. Wir haben Ihnen einen neuen Code gesendet.',
  'This account is suspended. Please write to the operator of this server.':
    'Dieses Konto ist gesperrt. Bitte schreiben Sie dem Betreiber dieses Servers.',
  'Failed to create account. Please try again.':
    'Das Konto konnte nicht angelegt werden. Bitte versuchen Sie es erneut.',
  'Invalid verification code. Please try again.': 'Der Bestätigungscode ist falsch. Bitte versuchen Sie es erneut.',
  'Failed to resend verification code. Please try again.':
    'Der Bestätigungscode konnte nicht erneut gesendet werden. Bitte versuchen Sie es noch einmal.',
  'Email not found': 'E-Mail nicht gefunden',
  'This link has expired or was used already. Please ask for a new one.':
    'Dieser Link ist abgelaufen oder wurde schon benutzt. Bitte fordern Sie einen neuen an.',
  'This password is known from breaches and is tried first. Please choose another one.':
    'Dieses Passwort ist aus Datenlecks bekannt und wird zuerst probiert. Bitte wählen Sie ein anderes.',
  'This password is too easy to guess. Please choose another one.':
    'Dieses Passwort ist zu leicht zu erraten. Bitte wählen Sie ein anderes.',
  'This code was used already. Sign in again with the next one your app shows.':
    'Dieser Code wurde schon benutzt. Melden Sie sich mit dem nächsten an, den Ihre App zeigt.',
  'This is not your password.': 'Das ist nicht Ihr Passwort.',
  'Please sign in again to confirm that it is you.':
    'Bitte melden Sie sich erneut an, um zu bestätigen, dass Sie es sind.',
  'Invalid code. Please try again.': 'Der Code ist falsch. Bitte versuchen Sie es erneut.',
  'This sign-in took too long. Please sign in again.':
    'Diese Anmeldung dauerte zu lange. Bitte melden Sie sich erneut an.',
  'Too many wrong codes. Please try again in fifteen minutes.':
    'Zu viele falsche Codes. Bitte versuchen Sie es in fünfzehn Minuten noch einmal.',
  'A second factor is set up already. Remove it first.':
    'Ein zweiter Faktor ist schon eingerichtet. Entfernen Sie ihn zuerst.',
  'No second factor is set up.': 'Es ist kein zweiter Faktor eingerichtet.',
  'This session has ended already.': 'Diese Sitzung ist schon beendet.',
  'This identity is not linked.': 'Diese Identität ist nicht verknüpft.',
  'This is your only way in. Set a password first.': 'Das ist Ihr einziger Zugang. Setzen Sie zuerst ein Passwort.',
  '{name} does not answer. Please try again later.':
    '{name} antwortet nicht. Bitte versuchen Sie es später noch einmal.',
  'This API key is not valid. It may be mistyped, or revoked.':
    'Dieser API-Schlüssel gilt nicht. Er ist vielleicht vertippt oder widerrufen.',
  'Send an API key: Authorization: Bearer rb_… Keys are made at {url}.':
    'Senden Sie einen API-Schlüssel: Authorization: Bearer rb_… Schlüssel werden unter {url} erstellt.',
  'API access is part of the Pro plan. Please upgrade to use API keys.':
    'Der API-Zugang gehört zum Pro-Tarif. Bitte wechseln Sie den Tarif, um API-Schlüssel zu verwenden.',
  'This API key may not do this: it needs the scope “{scope}”.':
    'Dieser API-Schlüssel darf das nicht: Er braucht das Recht „{scope}“.',
  'API keys are not for this address. What they are for stands at /api/docs.':
    'API-Schlüssel sind nicht für diese Adresse. Wofür sie sind, steht unter /api/docs.',
  'This API key was used too often within a minute. Please wait {retryAfterSeconds} seconds and try again.':
    'Dieser API-Schlüssel wurde in einer Minute zu oft benutzt. Bitte warten Sie {retryAfterSeconds} Sekunden und versuchen Sie es erneut.',
  'You have {n} API keys, and more are not kept. Revoke one you do not need.':
    'Sie haben {n} API-Schlüssel, mehr werden nicht aufbewahrt. Widerrufen Sie einen, den Sie nicht brauchen.',
  'This API key is revoked already.': 'Dieser API-Schlüssel ist schon widerrufen.',
  'Send the METRICS_TOKEN of this server: Authorization: Bearer …':
    'Senden Sie das METRICS_TOKEN dieses Servers: Authorization: Bearer …',
  'There is no account with the address {email}.': 'Es gibt kein Konto mit der Adresse {email}.',
  '{email} has not verified the address yet. Ask again once it is verified.':
    '{email} hat die Adresse noch nicht bestätigt. Versuchen Sie es wieder, wenn sie bestätigt ist.',
  'This account does not exist any more.': 'Dieses Konto gibt es nicht mehr.',
  'This cannot be done to your own account. Ask another administrator.':
    'Das geht nicht mit dem eigenen Konto. Bitten Sie einen anderen Administrator.',
  'The last administrator stays. Make somebody else an administrator first.':
    'Der letzte Administrator bleibt. Machen Sie zuerst jemand anderen zum Administrator.',
  'Failed to load settings': 'Die Einstellungen konnten nicht geladen werden',
  'Failed to save settings': 'Die Einstellungen konnten nicht gespeichert werden',
  'Failed to check credit balance': 'Das Guthaben konnte nicht geprüft werden',
  'Failed to deduct credits': 'Credits konnten nicht abgebucht werden',
  'Failed to deduct credits. Please try again.':
    'Credits konnten nicht abgebucht werden. Bitte versuchen Sie es erneut.',
  'Insufficient credits. You need at least {n} credits to crawl up to {n} pages. Please upgrade your plan to continue.':
    'Zu wenig Credits. Um bis zu {n} Seiten einzulesen, brauchen Sie mindestens {n} Credits. Bitte erweitern Sie Ihren Tarif, um fortzufahren.',
  'Insufficient credits to continue crawling. Please upgrade your plan to continue.':
    'Zu wenig Credits, um weiter einzulesen. Bitte erweitern Sie Ihren Tarif, um fortzufahren.',
  'Failed to load credits': 'Die Credits konnten nicht geladen werden',
  'This server takes no payments. To change your plan, ask the person who runs it.':
    'Dieser Server nimmt keine Zahlungen an. Um Ihren Tarif zu ändern, fragen Sie den Betreiber.',
  'Your plan is paid already. You can change it under Manage subscription.':
    'Ihr Tarif ist schon bezahlt. Sie können ihn unter „Abonnement verwalten“ ändern.',
  'There is nothing to manage: you have not paid for a plan here.':
    'Es gibt nichts zu verwalten: Sie haben hier keinen Tarif bezahlt.',
  'The payment service does not answer. Nothing was charged. Please try again in a moment.':
    'Der Zahlungsdienst antwortet nicht. Es wurde nichts abgebucht. Bitte versuchen Sie es gleich noch einmal.',
  'This event is not signed by the payment service.': 'Dieses Ereignis ist nicht vom Zahlungsdienst signiert.',
  'Failed to load usage': 'Die Nutzung konnte nicht geladen werden',
  'No URL provided for crawling': 'Es wurde keine Adresse zum Einlesen angegeben',
  'Invalid URL provided': 'Die angegebene Adresse ist ungültig',
  '{host} is a private address and is not crawled. If it is yours, add {host} to the setting ALLOW_PRIVATE_HOSTS and start again.':
    '{host} ist eine private Adresse und wird nicht eingelesen. Wenn sie Ihnen gehört, fügen Sie {host} der Einstellung ALLOW_PRIVATE_HOSTS hinzu und starten Sie erneut.',
  'This crawl does not exist.': 'Diesen Crawl gibt es nicht.',
  'Failed to crawl any pages. Please check if the website is accessible and try again.':
    'Es konnte keine Seite eingelesen werden. Bitte prüfen Sie, ob die Website erreichbar ist, und versuchen Sie es erneut.',
  'Crawling was stopped by user': 'Der Crawl wurde vom Benutzer gestoppt',
  'Scraping was stopped': 'Das Lesen wurde gestoppt',
  'No data received from the scraping service': 'Der Scraping-Dienst hat keine Daten geliefert',
  'Failed to scrape {url}: {reason}': '{url} konnte nicht gelesen werden: {reason}',
  'Invalid ScrapingBee API key': 'Der ScrapingBee-API-Schlüssel ist ungültig',
  'ScrapingBee API rate limit exceeded': 'Die Ratengrenze der ScrapingBee-API ist überschritten',
  'ScrapingBee API error ({status}): {message}': 'Fehler der ScrapingBee-API ({status}): {message}',
  'Custom crawler settings are part of the Pro plan. Please upgrade, or crawl without them.':
    'Eigene Crawler-Einstellungen gehören zum Pro-Tarif. Bitte wechseln Sie den Tarif, oder starten Sie ohne sie.',
  'Every address that was found has been read or has its reason. There is nothing to go on with.':
    'Jede gefundene Adresse wurde gelesen oder hat ihren Grund. Es gibt nichts fortzusetzen.',
  'This crawl is still running.': 'Dieser Crawl läuft noch.',
  'The reader {name} is not set up on this server. {hint}':
    'Der Leser {name} ist auf diesem Server nicht eingerichtet. {hint}',
  'The site could not be previewed: {reason}': 'Von der Website ließ sich keine Vorschau machen: {reason}',
  '{host} is being read for somebody else. Please try again in a moment.':
    '{host} wird gerade für jemand anderen gelesen. Bitte versuchen Sie es gleich noch einmal.',
  'You have {n} crawls that are not finished yet. Wait until one ends, or stop one, and try again.':
    'Sie haben {n} Crawls, die noch nicht fertig sind. Warten Sie, bis einer endet, oder stoppen Sie einen, und versuchen Sie es erneut.',
  'This server has as many crawls as it takes on. Nothing was lost: please try again in a minute.':
    'Dieser Server hat so viele Crawls, wie er annimmt. Es ging nichts verloren: Bitte versuchen Sie es in einer Minute noch einmal.',
  'Failed to crawl the website': 'Die Website konnte nicht eingelesen werden',
  'No pages selected for processing': 'Keine Seiten zum Verarbeiten ausgewählt',
  'Failed to process pages': 'Die Seiten konnten nicht verarbeitet werden',
  'Type a question first.': 'Geben Sie zuerst eine Frage ein.',
  'No context available. Please process pages first.':
    'Keine Grundlage vorhanden. Bitte verarbeiten Sie zuerst Seiten.',
  'No pages selected for context': 'Keine Seiten als Grundlage ausgewählt',
  'No response received from OpenAI': 'Keine Antwort von OpenAI erhalten',
  'Failed to get a response. Please try again.': 'Es kam keine Antwort. Bitte versuchen Sie es erneut.',
  'This answer has ended.': 'Diese Antwort ist beendet.',
  'Failed to get response': 'Es kam keine Antwort',
  'You asked {n} questions within a minute. Please wait {retryAfterSeconds} seconds and ask again.':
    'Sie haben in einer Minute {n} Fragen gestellt. Bitte warten Sie {retryAfterSeconds} Sekunden und fragen Sie erneut.',
  'You have {n} questions waiting for their answers. Please wait until some of them are there.':
    '{n} Ihrer Fragen warten auf ihre Antworten. Bitte warten Sie, bis einige davon da sind.',
  'This server is answering as many questions as it can. Please ask again in a moment.':
    'Dieser Server beantwortet so viele Fragen, wie er kann. Bitte fragen Sie gleich noch einmal.',
  'You have used up today’s share of the language model. It returns at midnight UTC.':
    'Sie haben Ihren heutigen Anteil am Sprachmodell verbraucht. Um Mitternacht UTC ist er wieder da.',
  'This server has used up today’s share of the language model. It returns at midnight UTC.':
    'Dieser Server hat seinen heutigen Anteil am Sprachmodell verbraucht. Um Mitternacht UTC ist er wieder da.',
  'Failed to load chat': 'Der Chat konnte nicht geladen werden',
  'No active chat': 'Kein aktiver Chat',
  'Title cannot be empty': 'Der Titel darf nicht leer sein',
  'Failed to save message': 'Die Nachricht konnte nicht gespeichert werden',
  'Failed to update pages': 'Die Seiten konnten nicht geändert werden',
  'Failed to update title': 'Der Titel konnte nicht geändert werden',
  'Failed to save chat. Please try again.': 'Der Chat konnte nicht gespeichert werden. Bitte versuchen Sie es erneut.',
  'This notebook does not exist.': 'Dieses Notizbuch gibt es nicht.',
  'The default notebook stays. It is where chats go whose notebook is deleted.':
    'Das Standard-Notizbuch bleibt. Dorthin kommen Chats, deren Notizbuch gelöscht wird.',
  'This chat has no pages to check. Add pages first.':
    'Dieser Chat hat keine Seiten zum Prüfen. Fügen Sie zuerst Seiten hinzu.',
  'Checks on a schedule are part of the Pro plan. Please upgrade, or check by hand.':
    'Prüfungen nach Zeitplan gehören zum Pro-Tarif. Bitte wechseln Sie den Tarif, oder prüfen Sie von Hand.',
  'This chat is not shared, or not any more.': 'Dieser Chat ist nicht geteilt, oder nicht mehr.',
  'This page does not exist.': 'Diese Seite gibt es nicht.',
  'Invalid or missing Zoho configuration': 'Die Zoho-Konfiguration fehlt oder ist ungültig',
  'Zoho configuration not initialized': 'Die Zoho-Konfiguration ist nicht eingerichtet',
  'Invalid token response: No access token received': 'Ungültige Token-Antwort: Kein Zugriffstoken erhalten',
  'No access token received during refresh': 'Beim Erneuern kam kein Zugriffstoken',
  'No authentication tokens available': 'Keine Anmeldetoken vorhanden',
  'Missing configuration or refresh token': 'Konfiguration oder Erneuerungstoken fehlt',
  'Failed to complete authentication': 'Die Anmeldung konnte nicht abgeschlossen werden',
  'This authorisation was begun elsewhere, or too long ago. Please start again.':
    'Diese Freigabe wurde anderswo begonnen, oder vor zu langer Zeit. Bitte beginnen Sie von vorn.',
  'The document storage does not answer.': 'Der Dokumentenspeicher antwortet nicht.',
  'The document storage did not take the file ({status}). {reason}':
    'Der Dokumentenspeicher hat die Datei nicht angenommen ({status}). {reason}',
  'Say first in which workspace and folder the file is to be saved.':
    'Sagen Sie zuerst, in welchem Arbeitsbereich und Ordner die Datei gespeichert werden soll.',
  'This file does not exist.': 'Diese Datei gibt es nicht.',
  'This file is on its way, or saved already.': 'Diese Datei ist unterwegs oder schon gespeichert.',
  'Many files are on their way already. Please wait until some of them are saved.':
    'Viele Dateien sind schon unterwegs. Bitte warten Sie, bis einige davon gespeichert sind.',
  'Failed to save to WorkDrive. Please try again.':
    'Das Speichern in WorkDrive ist fehlgeschlagen. Bitte versuchen Sie es erneut.',
  'Popup window was blocked. Please allow popups and try again.':
    'Das Fenster wurde blockiert. Bitte erlauben Sie Pop-ups und versuchen Sie es erneut.',
  'Authentication timed out after 5 minutes': 'Die Anmeldung ist nach 5 Minuten abgelaufen',
  'The window was closed before the authorisation was finished.':
    'Das Fenster wurde geschlossen, bevor die Freigabe fertig war.',
  'Failed to download data. Please try again.':
    'Die Daten konnten nicht heruntergeladen werden. Bitte versuchen Sie es erneut.',

  // What the schemas say of a field
  'Password must be at most 128 characters': 'Das Passwort darf höchstens 128 Zeichen haben',
  'The code has 6 digits': 'Der Code hat 6 Ziffern',
  'Write a whole number of credits.': 'Geben Sie eine ganze Zahl von Credits an.',
  'A balance is never below zero.': 'Ein Guthaben ist nie kleiner als null.',
  'Give the key a name.': 'Geben Sie dem Schlüssel einen Namen.',
  'The name of a key has at most 60 characters.': 'Der Name eines Schlüssels hat höchstens 60 Zeichen.',
  'Choose what the key may do.': 'Wählen Sie, was der Schlüssel darf.',
  'A question has at most {n} characters.': 'Eine Frage hat höchstens {n} Zeichen.',
  'A title has at most {n} characters.': 'Ein Titel hat höchstens {n} Zeichen.',
  'A pattern has at most 300 characters.': 'Ein Muster hat höchstens 300 Zeichen.',
  'A pattern starts with a slash, such as /blog/*.': 'Ein Muster beginnt mit einem Schrägstrich, etwa /blog/*.',
  'This is not the name of a header.': 'Das ist kein Name eines Headers.',
  'A header is one line of at most 4,000 characters.': 'Ein Header ist eine Zeile mit höchstens 4.000 Zeichen.',
  'The header {name} is set by the reader itself.': 'Den Header {name} setzt der Leser selbst.',
  'An address has at most 2,048 characters.': 'Eine Adresse hat höchstens 2.048 Zeichen.',
  'The {what} is the part of its address that has letters and digits, such as bxq8s5f2c3.':
    'Die Kennung ({what}) ist der Teil der Adresse mit Buchstaben und Ziffern, etwa bxq8s5f2c3.',
  'Say what to search for.': 'Sagen Sie, wonach gesucht werden soll.',
  'A key has no spaces and no special characters. Please copy it again.':
    'Ein Schlüssel hat keine Leerzeichen und keine Sonderzeichen. Bitte kopieren Sie ihn noch einmal.',
  'A scope has no special characters.': 'Ein Scope hat keine Sonderzeichen.',
  'The request has the wrong shape.': 'Die Anfrage hat die falsche Form.',
  'The request is not valid JSON.': 'Die Anfrage ist kein gültiges JSON.',

  // What the server says of a crawl, a page or a service
  'Waiting its turn on {host}': 'Wartet, bis er bei {host} an der Reihe ist',
  'Summarising the last page': 'Die letzte Seite wird zusammengefasst',
  'Summarising the last {n} pages': 'Die letzten {n} Seiten werden zusammengefasst',
  'Longer than four minutes': 'Länger als vier Minuten',
  'It could not be stored': 'Sie konnte nicht gespeichert werden',
  'Leads to {url}': 'Führt zu {url}',
  'The same page as {url}': 'Dieselbe Seite wie {url}',
  'The same text as {url}': 'Derselbe Text wie {url}',
  'Not kept: {what}': 'Nicht behalten: {what}',
  'The address is longer than 2,000 characters': 'Die Adresse ist länger als 2.000 Zeichen',
  'Not a valid address': 'Keine gültige Adresse',
  'Addresses with a name or password in them are not read':
    'Adressen mit einem Namen oder Passwort darin werden nicht gelesen',
  'The name {host} could not be found': 'Der Name {host} wurde nicht gefunden',
  '{host} has no address': '{host} hat keine Adresse',
  '{host} fell silent': '{host} verstummte',
  '{host} refused the connection': '{host} wies die Verbindung ab',
  'Took longer than {n} seconds': 'Dauerte länger als {n} Sekunden',
  'Its headers are too large': 'Die Header sind zu groß',
  'Its certificate is not valid ({reason})': 'Das Zertifikat ist ungültig ({reason})',
  'Its answer is not HTTP': 'Die Antwort ist kein HTTP',
  'The connection to {host} failed ({reason})': 'Die Verbindung zu {host} brach ab ({reason})',
  'More than {n} redirects, the last to {url}': 'Mehr als {n} Weiterleitungen, die letzte zu {url}',
  "The site's robots.txt could not be read ({reason}), so nothing is read for now":
    'Die robots.txt der Website konnte nicht gelesen werden ({reason}), deshalb wird vorerst nichts gelesen',
  'Rendering it took too much memory': 'Das Darstellen brauchte zu viel Speicher',
  'Rendering it took longer than {n} seconds': 'Das Darstellen dauerte länger als {n} Sekunden',
  'The browser ended while it read the page': 'Der Browser endete, während er die Seite las',
  'The browser could not show it ({reason})': 'Der Browser konnte sie nicht zeigen ({reason})',
  'The browser did not start: {reason}': 'Der Browser startete nicht: {reason}',
  'It takes in more than {n} MB when it is rendered': 'Sie lädt beim Darstellen mehr als {n} MB',
  'Reading it took too long': 'Das Lesen dauerte zu lange',
  'Reading it failed': 'Das Lesen ist fehlgeschlagen',
  'The page asks not to be indexed now': 'Die Seite bittet jetzt darum, nicht erfasst zu werden',
  'The page has no text now': 'Die Seite hat jetzt keinen Text',
  'Install Chromium with `npx playwright-core install chromium` (on Debian and Ubuntu also `apt install chromium`), or name a browser in CHROMIUM_PATH.':
    'Installieren Sie Chromium mit `npx playwright-core install chromium` (unter Debian und Ubuntu auch `apt install chromium`), oder nennen Sie einen Browser in CHROMIUM_PATH.',
  'Its operator can set SCRAPINGBEE_API_KEY.': 'Der Betreiber kann SCRAPINGBEE_API_KEY setzen.',
  'No AI service is set up: the built-in engine answers. Fill in a key, or set OPENAI_BASE_URL.':
    'Es ist kein KI-Dienst eingerichtet: Die eingebaute Engine antwortet. Tragen Sie einen Schlüssel ein, oder setzen Sie OPENAI_BASE_URL.',
  'The selected pages do not say this.': 'Die ausgewählten Seiten sagen das nicht.',
} as const

export default de
