export const share = {
  title: 'Chat teilen',
  intro:
    'Alle, die den Link haben, können diesen Chat ohne Anmeldung lesen, auch spätere Nachrichten. Sie können ihn nicht ändern und sehen sonst nichts von Ihnen.',
  loadFailed: 'Der Link konnte nicht geladen werden.',
  loading: 'Link wird geladen',
  sharedSince:
    'Geteilt seit {day}. Dieser Link kann nicht noch einmal angezeigt werden. Ein neuer Link macht den alten ungültig.',
  createLink: 'Link erstellen',
  createNewLink: 'Neuen Link erstellen',
  revokeLink: 'Link widerrufen',
  revoked: 'Link widerrufen. Er funktioniert nicht mehr.',
  link: 'Link',
  copyLink: 'Link kopieren',
  since: 'Geteilt seit {day}',
  sharedChat: 'Geteilter Chat',
  readOnlyUpdated: 'Nur zum Lesen · {time} aktualisiert',
  answerStopped: 'Diese Antwort wurde vorzeitig gestoppt.',
  unavailableHint: 'Der Link wurde möglicherweise widerrufen, oder die Adresse ist unvollständig.',
  citedSentence: 'Zitierter Satz',
  storedOn: 'Stand vom {time}',
} as const
