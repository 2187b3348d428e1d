import { describe, expect, it } from 'vitest'
import { encodeAs } from '#test/encode-as.ts'
import { decodeText } from './decode-text.ts'

const bytes = (...values: number[]) => Uint8Array.from(values)
const latin = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
const utf8 = (text: string) => new TextEncoder().encode(text)
const html = (body: Uint8Array, charset = '') => decodeText(body, charset, 'html')

describe('decodeText', () => {
  it('uses the byte order mark before any declared encoding', () => {
    expect(html(bytes(0xef, 0xbb, 0xbf, 0xc3, 0xa9), 'iso-8859-1')).toBe('é')
    expect(html(bytes(0xff, 0xfe, 0xe9, 0x00), 'utf-8')).toBe('é')
    expect(html(bytes(0xfe, 0xff, 0x00, 0xe9))).toBe('é')
  })

  it('uses the label from the header, including all aliases of the standard', () => {
    expect(html(bytes(0xef, 0xf0), 'windows-1251')).toBe('пр')
    expect(html(bytes(0x93, 0xfa, 0x96, 0x7b), 'Shift_JIS')).toBe('日本')
    expect(html(bytes(0xc8, 0xd5, 0xb1, 0xbe), 'gb2312')).toBe('日本')
    expect(html(bytes(0x93, 0x80), 'latin1')).toBe('“€')
  })

  it('uses the meta element or the XML declaration when the header has no charset', () => {
    expect(html(latin('<meta charset="windows-1251"><p>\xef\xf0'))).toContain('пр')
    expect(html(latin('<META http-equiv=Content-Type content="text/html; charset=iso-8859-2"><p>\xb1'))).toContain('ą')
    expect(html(latin('<?xml version="1.0" encoding="windows-1251"?><p>\xef'))).toContain('п')
    expect(html(utf8('<!-- <meta charset="windows-1251"> --><p>é'))).toContain('é')
  })

  it('detects UTF-8 and falls back to windows-1252 without a declaration', () => {
    expect(html(utf8('naïve 日本'))).toBe('naïve 日本')
    expect(html(latin('na\xefve \x93quoted\x94'))).toBe('naïve “quoted”')
    expect(decodeText(latin('caf\xe9'), '', 'text')).toBe('café')
  })

  it('ignores a declared encoding that the bytes contradict', () => {
    expect(html(utf8('naïve 日本'), 'iso-8859-1')).toBe('naïve 日本')
    expect(html(latin('d\xe9j\xe0 vu'), 'utf-8')).toBe('déjà vu')
    expect(html(latin('<meta charset="windows-1251"><p>\xef\xf0'), 'utf-8')).toContain('пр')
    expect(html(utf8('é'), 'no-such-charset')).toBe('é')
  })

  it('keeps UTF-8 when only a few bytes are broken', () => {
    const text = html(new Uint8Array([...utf8('日本語の長い文章です。'), 0xff, ...utf8('続き')]), 'utf-8')
    expect(text).toBe('日本語の長い文章です。\ufffd続き')
  })
})

const russian = 'Маяк построили в тринадцатом веке, и он до сих пор светит кораблям у входа в гавань.'
const japanese = 'この灯台は十三世紀に建てられ、今も港に入る船を照らしています。'
const simplified = '这座灯塔建于十三世纪，至今仍为进港的船只照明。它是欧洲最古老的灯塔之一。'
const samples: [string, string][] = [
  ['shift_jis', japanese],
  ['euc-jp', japanese],
  ['iso-2022-jp', japanese],
  ['gb18030', simplified],
  ['gbk', simplified],
  ['big5', '這座燈塔建於十三世紀，至今仍為進港的船隻照明。它是歐洲最古老的燈塔之一。'],
  ['euc-kr', '이 등대는 십삼 세기에 세워졌으며 지금도 항구로 들어오는 배를 비추고 있습니다.'],
  ['koi8-r', russian],
  ['windows-1251', russian],
  ['iso-8859-5', russian],
  ['ibm866', russian],
  ['x-mac-cyrillic', russian],
  ['koi8-u', 'Маяк збудували у тринадцятому столітті, і він досі світить кораблям біля входу в гавань.'],
  [
    'iso-8859-2',
    'Latarnię morską zbudowano w trzynastym wieku i do dziś świeci statkom wpływającym do portu, żeby nie zbłądziły.',
  ],
  [
    'windows-1250',
    'Maják byl postaven ve třináctém století a dodnes svítí lodím, které připlouvají do přístavu. Říká se, že žádný není starší.',
  ],
  ['iso-8859-7', 'Ο φάρος χτίστηκε τον δέκατο τρίτο αιώνα και φωτίζει ακόμα τα πλοία που μπαίνουν στο λιμάνι.'],
  ['windows-1253', 'Ο φάρος χτίστηκε τον δέκατο τρίτο αιώνα και φωτίζει ακόμα τα πλοία που μπαίνουν στο λιμάνι.'],
  [
    'iso-8859-9',
    'Deniz feneri on üçüncü yüzyılda yapıldı ve bugün hâlâ limana giren gemilere ışık tutuyor. Çok eski bir yapıdır, şüphesiz.',
  ],
  ['windows-1255', 'המגדלור נבנה במאה השלוש עשרה והוא עדיין מאיר לספינות הנכנסות לנמל.'],
  ['windows-1256', 'بنيت المنارة في القرن الثالث عشر وما زالت تضيء للسفن الداخلة إلى الميناء.'],
  ['windows-874', 'ประภาคารแห่งนี้สร้างขึ้นในศตวรรษที่สิบสามและยังคงส่องสว่างให้เรือที่เข้าสู่ท่าเรือ'],
  [
    'windows-1252',
    'Le phare a été construit au treizième siècle, et il éclaire encore les navires à l’entrée du port.',
  ],
  ['utf-16le', 'The lighthouse: Маяк 灯台'],
  ['utf-16be', 'The lighthouse: Маяк 灯台'],
]

describe('decodeText without a declared encoding', () => {
  it.each(samples)('detects %s', (encoding, sentence) => {
    const page = `<!doctype html><html><head><title>x</title><style>p { color: red }</style></head><body><p>${sentence}</p></body></html>`
    expect(html(encodeAs(page, encoding))).toBe(page)
    expect(decodeText(encodeAs(sentence, encoding), '', 'text')).toBe(sentence)
  })
})

it('does not mistake a page with a few NULs for UTF-16', () => {
  expect(html(latin('a < b\r\n\u0000c'), 'utf-8')).toBe('a < b\r\n\u0000c')
  expect(html(utf8(`<p>${'x\u0000'.repeat(5)}${'Plain words. '.repeat(50)}`))).toContain('Plain words.')
})

describe('decodeText with a wrong declared encoding', () => {
  it.each(['iso-8859-1', 'shift_jis', 'gbk', 'utf-16le', 'iso-8859-8'])(
    'decodes UTF-8 that is declared as %s',
    (label) => {
      expect(html(utf8(`<p>${russian}`), label)).toContain(russian)
      expect(html(utf8(`<meta charset="${label}"><p>${russian}`))).toContain(russian)
    },
  )

  it.each(samples)('decodes %s that is declared as UTF-8', (encoding, sentence) => {
    expect(html(encodeAs(`<p>${sentence}</p>`, encoding), 'utf-8')).toContain(sentence)
  })

  it('keeps the declared encoding when the bytes are valid in it', () => {
    expect(html(encodeAs(`<p>${russian}`, 'koi8-r'), 'windows-1251')).not.toContain(russian)
    expect(html(bytes(0xc1, 0xaa, 0xcd, 0xa8), 'gbk')).toBe('联通')
  })

  it('detects the encoding when the declared one is refused by browsers', () => {
    expect(html(utf8(`<p>${russian}`), 'hz-gb-2312')).toContain(russian)
    expect(html(utf8(`<p>${russian}`), 'iso-2022-kr')).toContain(russian)
  })
})

it('Node decodes every encoding of the standard', () => {
  const labels =
    'utf-8 ibm866 iso-8859-2 iso-8859-3 iso-8859-4 iso-8859-5 iso-8859-6 iso-8859-7 iso-8859-8 iso-8859-8-i iso-8859-10 ' +
    'iso-8859-13 iso-8859-14 iso-8859-15 iso-8859-16 koi8-r koi8-u macintosh windows-874 windows-1250 windows-1251 ' +
    'windows-1252 windows-1253 windows-1254 windows-1255 windows-1256 windows-1257 windows-1258 x-mac-cyrillic gbk ' +
    'gb18030 big5 euc-jp iso-2022-jp shift_jis euc-kr utf-16be utf-16le'
  for (const label of labels.split(' ')) expect(new TextDecoder(label).encoding).toBe(label)
})
