import { describe, expect, it } from 'vitest'
import { readHtml } from '#server/extraction/read-html.ts'

const content = (html: string) => readHtml(html, { url: 'https://example.org/page' }).content
const sentence = 'The lighthouse of Hook Head was built in the thirteenth century by William Marshal.'
const main = `<main><h1>Towers</h1><p>${sentence}</p></main>`

describe('a cookie notice without a telling name', () => {
  it.each([
    ['English', 'We use cookies to improve your experience.', 'Accept', 'Decline'],
    [
      'English, with partners',
      'We and our partners store cookies on your device. More here.',
      'Accept all',
      'Settings',
    ],
    ['German', 'Wir verwenden Cookies, um Inhalte zu personalisieren.', 'Alle akzeptieren', 'Nur notwendige'],
    ['German, of a site', 'Diese Website nutzt Cookies. Mehr erfahren', 'Einverstanden', 'Einstellungen'],
    ['French', 'Nous utilisons des cookies pour améliorer votre visite.', 'Tout accepter', 'Continuer sans accepter'],
    ['Spanish', 'Utilizamos cookies propias y de terceros.', 'Aceptar todas', 'Rechazar'],
    ['Italian', 'Questo sito utilizza cookie tecnici e di terze parti.', 'Accetta', 'Rifiuta'],
    ['Portuguese', 'Este site usa cookies para melhorar a sua experiência.', 'Aceitar', 'Recusar'],
    ['Dutch', 'Wij gebruiken cookies om de site te verbeteren.', 'Akkoord', 'Weigeren'],
  ])('is removed in %s', (_, statement, yes, no) => {
    const buttons = [`<button>${yes}</button><button>${no}</button>`, `<a href="#">${yes}</a> <a href="/x">${no}</a>`]
    buttons.push(`<div class="b1"><span>${yes}</span></div><div class="b1"><span>${no}</span></div>`)
    for (const each of buttons) {
      expect(content(`<div class="x7"><div><p>${statement}</p></div><div>${each}</div></div>${main}`)).toBe(
        `# Towers\n\n${sentence}`,
      )
    }
  })

  it('is removed with the title beside it and with its wrappers, and nothing else', () => {
    const notice = '<div><p>We use <a href="/cookies">cookies</a>.</p><button>Got it!</button></div>'
    const titled = `<div><h2>We value your privacy</h2>${notice}</div>`
    expect(content(`<div>${titled}</div>${main}`)).toBe(`# Towers\n\n${sentence}`)
    expect(content(`<div><p>Closed today.</p>${titled}</div>`)).toBe('Closed today.')
  })

  it('is removed from a short article that is about cookies', () => {
    const notice = '<div><p>We use cookies.</p><button>Got it!</button></div>'
    expect(content(`<article><p>Bakers use cookies.</p>${notice}<p>${sentence}</p></article>`)).toBe(
      `Bakers use cookies.\n\n${sentence}`,
    )
  })

  it.each([
    ['without a button', `<div><p>We use cookies to improve your experience.</p></div>`],
    ['with a button in a sentence', `<div><p>We use cookies, and <span>Accept</span> stores yours.</p></div>`],
    [
      'with a value in its sentences',
      `<div><p>Cookies are used. Set <code><span>yes</span></code> to send them.</p></div>`,
    ],
    ['that does not say that cookies are used', `<div><p>Cookies are sweet.</p><button>OK</button></div>`],
    ['with the heading of the page', `<div><h1>We use cookies</h1><p>${sentence}</p><button>OK</button></div>`],
  ])('is not seen in a text %s', (_, html) => {
    expect(content(`${html}${main}`)).toMatch(/cookies/i)
  })

  it('is no cookie policy, even where that has a button', () => {
    const section = (n: number) =>
      `<section><h2>Cookies ${n}</h2><p>We use cookie number ${n} to remember what you chose on this site.</p><p>${sentence}</p><button>Reject all</button></section>`
    const sections = Array.from({ length: 8 }, (_, n) => section(n))
    const text = content(`<main><h1>Cookie policy</h1>${sections.join('')}</main>`)
    for (let n = 0; n < 8; n++) expect(text).toContain(`## Cookies ${n}\n\nWe use cookie number ${n}`)
  })
})
