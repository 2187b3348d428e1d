export const connect = {
  manualSection: 'programme-verbinden',
  intro:
    'Claude, Cursor oder ein Skript können Websites crawlen, Seiten durchsuchen und Fragen stellen, mit Ihrem Tarif und Ihren Credits. <manual>Zum Handbuch</manual>.',
  loadingKeys: 'API-Schlüssel werden geladen',
  apiKeys: 'API-Schlüssel',
  apiKeysHint:
    'Programme melden sich mit einem Schlüssel an. Erstellen Sie für jedes Programm einen eigenen, nur mit den nötigen Berechtigungen.',
  keysLoadFailed: 'Ihre API-Schlüssel konnten nicht geladen werden.',
  noKeys: 'Keine API-Schlüssel',
  noKeysHint: 'Erstellen Sie einen Schlüssel, um ein Programm zu verbinden.',
  yourKeys: 'Ihre API-Schlüssel',
  keyCreated: '{time} erstellt',
  keyLastUsed: 'zuletzt {time} verwendet',
  keyNeverUsed: 'nie verwendet',
  revoke: 'Widerrufen',
  revokeNamed: '{name} widerrufen',
  revokeTitle: 'API-Schlüssel widerrufen?',
  revokeKey: 'Schlüssel widerrufen',
  revokeWarning:
    'Programme, die „{name}“ verwenden, verlieren sofort den Zugriff. Das lässt sich nicht rückgängig machen.',
  createKeyTitle: 'API-Schlüssel erstellen',
  keyNameHint: 'Wofür Sie ihn verwenden, z. B. „Claude auf meinem Laptop“.',
  permissions: 'Berechtigungen',
  createKey: 'Schlüssel erstellen',
  newKeyTitle: 'API-Schlüssel „{name}“',
  newKeyHint:
    'Kopieren Sie ihn jetzt: Er wird nicht noch einmal angezeigt. Bis Sie diese Seite verlassen, enthalten ihn auch die Beispiele unten.',
  copyKey: 'Schlüssel kopieren',
  copiedExample: 'Kopiert: {title}',
  copyExample: 'Kopieren: {title}',
  claudeHint:
    'Claude kann Ihre Seiten durchsuchen und Fragen dazu stellen, mit einem Zitat zu jeder Aussage. Wenn der Schlüssel es erlaubt, kann Claude auch Websites crawlen.',
  claudeTerminal: 'Im Terminal (Claude Code)',
  claudeProject: 'Für ein einzelnes Projekt: .mcp.json',
  claudeDesktop: 'Claude Desktop: claude_desktop_config.json (braucht das Paket readback)',
  cursorHint:
    'Dieselben Tools in Ihrem Editor. Andere MCP-Clients mit HTTP-Unterstützung verwenden dieselbe URL und denselben Header.',
  cursorFile: '~/.cursor/mcp.json oder .cursor/mcp.json in einem Projekt',
  apiHint:
    'Die App nutzt dieselbe API. Alle Endpunkte und die nötigen Berechtigungen finden Sie in <docs>der API-Referenz</docs>.',
  exampleSaveKey: 'Schlüssel in einer Variablen speichern.',
  exampleList: 'Ihre Crawls mit ihren IDs auflisten.',
  exampleCrawl:
    'Oder fünf Seiten des Handbuchs dieses Servers crawlen, mit einem Schlüssel mit der Berechtigung crawl. Die Antwort enthält die ID des Crawls.',
  exampleStatus:
    'Die ID eines Crawls speichern und seine Seiten mit ihren IDs auflisten. Einen neuen Crawl abfragen, bis sein Status „finished“ ist.',
  exampleSearch: 'Seiten durchsuchen.',
  exampleProcess: 'Seiten verarbeiten; weitere IDs in die Liste aufnehmen.',
  exampleAsk:
    'Eine Frage stellen. Die Antwort wird als Events gestreamt: erst der Text, dann die Belege mit ihren Zitaten.',
  programs: 'Angemeldete Programme',
  programsHint:
    'Programme, die Ihr Konto verwenden dürfen, etwa Konnektoren in Claude oder ChatGPT. Um eines hinzuzufügen, geben Sie dort {url} ein.',
  programsLoadFailed: 'Ihre Programme konnten nicht geladen werden.',
  noPrograms: 'Noch hat sich kein Programm angemeldet.',
  yourPrograms: 'Ihre Programme',
  unnamedProgram: 'Unbenanntes Programm',
  programAllowed: '{time} erlaubt',
  revokeProgramTitle: 'Zugriff entziehen?',
  revokeProgram: 'Zugriff entziehen',
  revokeProgramWarning:
    '„{name}“ verliert sofort den Zugriff. Um es wieder zu verwenden, müssen Sie es erneut erlauben.',
} as const

export const authorize = {
  title: 'Zugriff erlauben',
  question: 'Darf {name} Readback verwenden?',
  account: 'Das Programm kann dann in Ihrem Konto <b>{email}</b>, mit Ihrem Tarif und Ihren Credits:',
  returns:
    'Danach kehren Sie zu {host} zurück. Den Namen hat das Programm selbst gewählt. Erlauben Sie den Zugriff nur, wenn Sie diesen Vorgang selbst gestartet haben.',
  revocable: 'Unter „Verbindungen“ können Sie den Zugriff jederzeit entziehen.',
  allow: 'Erlauben',
  thisComputer: 'diesem Rechner',
  expired: 'Diese Anfrage ist abgelaufen',
  expiredHint: 'Starten Sie die Verbindung in dem Programm, aus dem Sie kommen, noch einmal.',
} as const
