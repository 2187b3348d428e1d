/** Phone numbers, e-mail addresses and postal addresses: what visitors ask for and pages rarely name. */
import { patternOf, wholeWords } from './patterns.ts'

export type ContactDetail = 'phone' | 'email' | 'address'

/** "02 40 55 01 39", "+44 117 496 0182"; not "10,000" or "2024-05-01". */
export const PHONE = /(?<![\d.,-])\+?\d{2,}(?:[ /()]{1,2}\d{2,}){1,}(?![\d.,-]\d)/u
/** "hello@oakfield.example". A match starts where no earlier one could: a long line takes linear time. */
const EMAIL = /(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/
/** "OX4 1AB"; "Mill Lane 3, 10117 Berlin", "4020 Linz" on its own line; not "up to 65536 Bytes". */
const ADDRESS =
  /\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b|(?:^|[,·|]|\d[a-z]?,?)\s{0,2}\b(?:[A-Z]{1,2}-)?\d{4,5} \p{Lu}\p{L}{2,}/mu

const DETAILS: Readonly<Record<ContactDetail, { value: RegExp; asked: RegExp }>> = {
  phone: {
    value: PHONE,
    // "phone number of the warden", "who do I ring"; not "can I pay by phone".
    asked: patternOf(
      wholeWords(
        '(?:phone|telephone|mobile|contact) (?:numbers?|no)|(?:what|which) number (?:do|can|should) (?:i|we)',
        '(?:who|what number) (?:do|can|should) (?:i|we) (?:call|ring|phone)',
        '(?:can|may|do|should) (?:i|we) (?:call|ring|phone) (?:you|someone|anyone)',
        '(?:wie lautet (?:eure|ihre|die) )?telefonnummer|handynummer|rufnummer|wen rufe ich|wen kann ich anrufen',
        'n[uú]mero de tel[eé]fono|num[eé]ro de t[eé]l[eé]phone|numero di telefono|n[uú]mero de telefone|telefoonnummer',
      ),
      '^(?:tele)?(?:phone|fon)[?.! ]*$',
    ),
  },
  email: {
    value: EMAIL,
    // "what is your email address", "who do I email"; not "can I order by email".
    asked: patternOf(
      wholeWords(
        'e-?mail address(?:es)?|(?:your|their|which|what) e-?mail|(?:can|do|should) (?:i|we) e-?mail',
        '(?:wie lautet )?(?:(?:eure|ihre|die|welche) )?(?:e-?mail-?adresse|mailadresse)|(?:eure|ihre|welche) e-?mail',
        'adresse (?:e-?mail|[ée]lectronique)|correo electr[oó]nico|direcci[oó]n de correo|indirizzo (?:e-?mail|di posta)',
      ),
      '^e-?mail[?.! ]*$',
    ),
  },
  address: {
    value: ADDRESS,
    // "what is your address", "where are you based"; not "which address does the server listen on".
    asked: patternOf(
      wholeWords(
        '(?:your|their|postal|street|office|shop) address|post-?codes?|zip code',
        'where are you|how (?:do|can) (?:i|we) (?:find|get to) you',
        '(?:wie lautet )?(?:eure|ihre) (?:adresse|anschrift)|anschrift|(?:welche )?postleitzahl(?: habt ihr| haben sie)?|wo (?:seid ihr|sind sie|finde ich (?:euch|sie))',
        "(?:votre|quelle est l[’']) ?adresse|code postal|où (?:êtes-vous|vous trouvez-vous|vous trouver)",
        'cuál es (?:la|su|vuestra) dirección|c[oó]digo postal|d[oó]nde est(?:áis|án|ais|an)',
        "qual è (?:il vostro|l[’'])? ?indirizzo|dove (?:siete|vi trovate)",
      ),
    ),
  },
}

const KINDS = Object.keys(DETAILS) as ContactDetail[]

/** The details that a message asks for. */
export const askedContactDetails = (question: string) => KINDS.filter((kind) => DETAILS[kind].asked.test(question))

/** "what is your email address for orders" without what names the detail: "what is  for orders". */
export const withoutAskedDetail = (question: string) =>
  KINDS.reduce((text, kind) => text.replace(DETAILS[kind].asked, ' '), question)

/** The details that a text has. */
export const contactDetailsIn = (text: string) => KINDS.filter((kind) => hasContactDetail(text, kind))

export const hasContactDetail = (text: string, kind: ContactDetail) => DETAILS[kind].value.test(text)

/** Matches the details of these kinds. */
export const contactDetailPattern = (...kinds: ContactDetail[]) =>
  new RegExp(kinds.map((kind) => DETAILS[kind].value.source).join('|'), 'mu')
