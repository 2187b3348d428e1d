/** The texts of mails and change reports in German. */
import type { ErrorCode } from '#shared/errors.ts'
import { RETENTION_NOTICE_DAYS } from '#shared/crawl/crawls.ts'
import type { ChangeKind } from '#shared/chat/change-reports.ts'
import type { MailTexts } from './en.ts'

const CRAWLS_IN_MAIL = 20
const seiten = (n: number) => `${n} ${n === 1 ? 'Seite' : 'Seiten'}`
const kindWords: Record<ChangeKind, string> = {
  added: 'Neu',
  removed: 'Entfernt',
  moved: 'Verschoben',
  changed: 'Geändert',
}

/** Why crawls fail; another reason is shown in English. */
const failures: Partial<Record<ErrorCode, string>> = {
  'crawl.nothing-crawled':
    'Es konnten keine Seiten gecrawlt werden.\nBitte prüfen Sie, ob die Website erreichbar ist, und versuchen Sie es erneut.',
  'credits.ran-out':
    'Nicht genügend Credits, um den Crawl fortzusetzen.\nBitte upgraden Sie Ihren Tarif, um fortzufahren.',
  'credits.deduct-retry': 'Die Credits konnten nicht abgebucht werden.\nBitte versuchen Sie es erneut.',
  'crawl.scraper-key': 'Ungültiger ScrapingBee-API-Schlüssel',
}

export const de: MailTexts = {
  verificationCode: ({ code, appUrl, minutes }) => ({
    subject: 'Ihr Bestätigungscode für Readback',
    paragraphs: [
      'Willkommen bei Readback. Ihr Bestätigungscode lautet:',
      { strong: code },
      `Geben Sie ihn innerhalb von ${minutes} Minuten auf dieser Seite ein:\n${appUrl}/auth/verify\nVerwenden Sie den Browser, in dem Sie sich registriert haben.`,
      'In einem anderen Browser melden Sie sich zuerst an; dann erhalten Sie\neinen neuen Code.',
      'Falls Sie sich nicht bei Readback registriert haben, können Sie diese\nE-Mail ignorieren.',
    ],
  }),
  alreadyRegistered: ({ appUrl }) => ({
    subject: 'Sie haben bereits ein Readback-Konto',
    paragraphs: [
      'Jemand wollte sich mit dieser E-Mail-Adresse bei Readback registrieren.',
      'Sie haben bereits ein Konto, und daran hat sich nichts geändert.',
      `Hier können Sie sich anmelden oder Ihr Passwort zurücksetzen:\n${appUrl}`,
      'Falls Sie das nicht waren, können Sie diese E-Mail ignorieren.',
    ],
  }),
  signInCode: ({ code, appUrl, minutes }) => ({
    subject: 'Ihr Anmeldecode für Readback',
    paragraphs: [
      'Für Ihr Readback-Konto wurde mehrmals ein falsches Passwort eingegeben.\nDie Anmeldung per Passwort ist in neuen Browsern deshalb vorerst gesperrt.',
      'Um sich jetzt anzumelden, geben Sie diesen Code zusammen mit Ihrem\nPasswort ein:',
      { strong: code },
      `Der Code gilt ${minutes} Minuten lang und nur in dem Browser, in dem Sie ihn\nangefordert haben.`,
      `Falls Sie ihn nicht angefordert haben, können Sie diese E-Mail ignorieren.\nEs hat sich nichts geändert. Ein anderes Passwort wählen Sie hier:\n${appUrl}`,
    ],
  }),
  resetLink: ({ minutes }, link) => ({
    subject: 'Ihr Readback-Passwort zurücksetzen',
    paragraphs: [
      `Um ein neues Passwort zu wählen, öffnen Sie innerhalb von ${minutes} Minuten\ndiesen Link:`,
      { link },
      'Der Link funktioniert nur einmal.',
      'Falls Sie Ihr Passwort nicht zurücksetzen wollten, können Sie diese E-Mail\nignorieren. Ihr Passwort bleibt unverändert.',
    ],
  }),
  changeEmail: ({ code, appUrl, minutes }) => ({
    subject: 'Bestätigen Sie Ihre neue E-Mail-Adresse für Readback',
    paragraphs: [
      'Ihr Bestätigungscode lautet:',
      { strong: code },
      `Geben Sie ihn innerhalb von ${minutes} Minuten auf dieser Seite ein, um diese\nAdresse für Ihr Readback-Konto zu verwenden:\n${appUrl}/account`,
      'Falls Sie diese Änderung nicht wollten, können Sie diese E-Mail ignorieren.',
    ],
  }),
  emailChanged: ({ newEmail, appUrl }) => ({
    subject: 'Die E-Mail-Adresse Ihres Readback-Kontos wurde geändert',
    paragraphs: [
      `Ihr Readback-Konto verwendet jetzt die E-Mail-Adresse ${newEmail}.`,
      `Falls Sie das nicht waren, wenden Sie sich sofort an den Betreiber von\n${appUrl}`,
    ],
  }),
  passwordChanged: ({ appUrl }) => ({
    subject: 'Ihr Readback-Passwort wurde geändert',
    paragraphs: [
      'Das Passwort Ihres Readback-Kontos wurde geändert.\nAlle anderen Sitzungen wurden beendet.',
      `Falls Sie das nicht waren, setzen Sie Ihr Passwort sofort zurück:\n${appUrl}`,
    ],
  }),
  crawlEnded: ({ site, pagesRead, skipped, failure, link }) => ({
    subject: `Ihr Crawl von ${new URL(site).host} ist ${failure ? 'fehlgeschlagen' : 'fertig'}`,
    paragraphs: [
      failure ? `Ihr Crawl von\n${site}\nist fehlgeschlagen:` : `Ihr Crawl von\n${site}\nist fertig.`,
      ...(failure ? [failures[failure.code] ?? failure.message] : []),
      `Gecrawlte Seiten: ${pagesRead}\nÜbersprungene Adressen: ${skipped}`,
      'Hier sehen Sie die Seiten und warum Adressen übersprungen wurden:',
      { link },
      'Sie erhalten diese E-Mail, weil Sie das beim Start des Crawls gewünscht haben.',
    ],
  }),
  crawlsExpiring: ({ crawls, expiresAt, retentionDays }) => {
    const [first] = crawls
    const isOne = crawls.length === 1
    const which = isOne ? `Ihr Crawl von ${new URL(first?.url ?? '').host}` : `${crawls.length} Ihrer Crawls`
    const day = expiresAt.toLocaleDateString('de-DE', { dateStyle: 'long', timeZone: 'UTC' })
    const more = crawls.length - CRAWLS_IN_MAIL
    return {
      subject: `${which} ${isOne ? 'wird' : 'werden'} am ${day} gelöscht`,
      paragraphs: [
        `${which} ${isOne ? 'wird' : 'werden'} am ${day} gelöscht,\nweil kein Chat die Seiten verwendet und ${isOne ? 'er' : 'sie'} seit mehr als\n${retentionDays - RETENTION_NOTICE_DAYS} Tagen nicht mehr verwendet ${isOne ? 'wurde' : 'wurden'}.`,
        'Um einen Crawl zu behalten, öffnen Sie ihn und speichern Sie den Chat.\n' +
          `Um ihn weitere ${retentionDays} Tage zu behalten, stellen Sie eine Frage dazu\noder setzen Sie ihn fort.`,
        ...crawls.slice(0, CRAWLS_IN_MAIL).flatMap(({ url, pages, link }) => [`${url}\n${seiten(pages)}`, { link }]),
        ...(more > 0 ? [`Und ${more} ${more === 1 ? 'weiterer' : 'weitere'}.`] : []),
        'Seiten, die ein Chat verwendet, werden nie auf diese Weise gelöscht.',
      ],
    }
  },
  changes: ({ notebook }, reports) => ({
    subject: `Änderungen in ${notebook}`,
    paragraphs: [
      `Für Ihr Notizbuch ${notebook} wurden Änderungen gefunden.`,
      ...reports,
      'Sie erhalten diese E-Mail, weil E-Mails im Tab „Änderungen“\ndes Notizbuchs eingeschaltet sind.',
    ],
  }),
  report: {
    feedTitle: (notebook) => `Änderungen: ${notebook}`,
    count: (kind, n) =>
      kind === 'added'
        ? `${n} ${n === 1 ? 'neue Seite' : 'neue Seiten'}`
        : `${seiten(n)} ${{ removed: 'entfernt', moved: 'verschoben', changed: 'geändert' }[kind]}`,
    page: (kind, url, movedTo) => `${kindWords[kind]}: ${url}${movedTo ? ` nach ${movedTo}` : ''}`,
    otherPages: (n) => `und ${n} ${n === 1 ? 'weitere Seite' : 'weitere Seiten'}`,
    questions: (n) => `Betroffene Prüfungen: ${n}`,
    citations: (n) => `Belege, die nicht mehr auf der Website stehen: ${n}`,
  },
}
