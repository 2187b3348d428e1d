/**
 * Reads and fills messages in the part of ICU's message format that our texts use: `{name}`, `{n, number}`,
 * `{n, plural, =0 {…} one {…} other {…}}` with `#` for the number, and `<part>…</part>`. A library for all of the format
 * would be 10 kB of script on the first screen; a test holds this one to that library's answers.
 */
export type Piece =
  | string
  | { value: string; number: boolean }
  | { plural: string; choices: ReadonlyMap<string, readonly Piece[]> }
  | { part: string; pieces: readonly Piece[] }
  /** `#`: the number of the plural around it. */
  | { counted: true }

/** @throws SyntaxError with the text and the place where it is no message, which a test finds before a person does */
export function readMessage(text: string): Piece[] {
  let at = 0
  const pieces = readPieces(false, null)
  if (at < text.length) throw wrong()
  return pieces

  /** Up to the `}` of a plural's choice, the end of `part`, or the end of the text. */
  function readPieces(inPlural: boolean, part: string | null): Piece[] {
    const found: Piece[] = []
    let words = ''
    const end = () => {
      if (words) found.push(words)
      words = ''
      return found
    }
    while (at < text.length && text[at] !== '}') {
      const sign = text[at]
      if (sign === '{') {
        end()
        found.push(readValue())
      } else if (sign === '#' && inPlural) {
        end()
        at += 1
        found.push({ counted: true })
      } else if (part !== null && text.startsWith(`</${part}>`, at)) {
        return end()
      } else if (sign === '<' && /^<\w+>/.test(text.slice(at))) {
        end()
        found.push(readPart(inPlural))
      } else {
        words += sign
        at += 1
      }
    }
    return end()
  }

  function readPart(inPlural: boolean): Piece {
    at += 1
    const part = readName()
    take('>')
    const pieces = readPieces(inPlural, part)
    take(`</${part}>`)
    return { part, pieces }
  }

  function readValue(): Piece {
    take('{')
    const value = readName()
    if (text[at] === '}') {
      at += 1
      return { value, number: false }
    }
    take(',')
    const kind = readName()
    if (kind === 'number') {
      take('}')
      return { value, number: true }
    }
    if (kind !== 'plural') throw wrong()
    take(',')
    const choices = readChoices()
    take('}')
    return { plural: value, choices }
  }

  function readChoices() {
    const choices = new Map<string, Piece[]>()
    skipSpace()
    while (text[at] !== '}') {
      const choice = readName()
      take('{')
      choices.set(choice, readPieces(true, null))
      take('}')
      skipSpace()
    }
    if (!choices.has('other')) throw wrong()
    return choices
  }

  function readName(): string {
    skipSpace()
    const name = /^=?\w+/.exec(text.slice(at))?.[0]
    if (!name) throw wrong()
    at += name.length
    skipSpace()
    return name
  }
  function take(sign: string) {
    if (!text.startsWith(sign, at)) throw wrong()
    at += sign.length
  }
  function skipSpace() {
    while (text[at] === ' ') at += 1
  }
  function wrong() {
    return new SyntaxError(`${text} (${at})`)
  }
}

/** Anything that may stand in a message; a function is given what stands in the part of its name. */
export type Values<Shown> = Readonly<Record<string, Shown | ((pieces: (Shown | string)[]) => Shown)>>

/**
 * The pieces of a message with its values in their places, in order; neighbouring words are one piece.
 * @throws TypeError that names the value which is missing
 * @param locale writes the numbers, and chooses between the forms of a plural
 */
export function fillMessage<Shown>(pieces: readonly Piece[], values: Values<Shown>, locale: string): (Shown | string)[] {
  const filled = pieces.flatMap((piece) => fill(piece, null))
  return joined(filled)

  function fill(piece: Piece, counted: number | null): (Shown | string)[] {
    if (typeof piece === 'string') return [piece]
    if ('counted' in piece) return [written(counted ?? 0)]
    if ('part' in piece) {
      const draw = valueOf(piece.part)
      if (typeof draw !== 'function') throw new TypeError(`<${piece.part}>`)
      // A function among the values is always the second of the two kinds.
      return [(draw as (pieces: (Shown | string)[]) => Shown)(joined(piece.pieces.flatMap((inner) => fill(inner, counted))))]
    }
    if ('plural' in piece) {
      const number = Number(valueOf(piece.plural))
      const choice = piece.choices.get(`=${number}`) ?? piece.choices.get(form(number)) ?? piece.choices.get('other')
      return choice?.flatMap((inner) => fill(inner, number)) ?? []
    }
    const value = valueOf(piece.value)
    if (piece.number) return [written(Number(value))]
    return [typeof value === 'number' ? String(value) : (value as Shown)]
  }

  function valueOf(name: string) {
    if (!(name in values)) throw new TypeError(`{${name}}`)
    return values[name]
  }
  function written(number: number) {
    return numbersOf(locale).format(number)
  }
  function form(number: number) {
    return pluralsOf(locale).select(number)
  }
}

function joined<Shown>(pieces: (Shown | string)[]): (Shown | string)[] {
  const all: (Shown | string)[] = []
  for (const piece of pieces) {
    const before = all.at(-1)
    if (typeof piece === 'string' && typeof before === 'string') all[all.length - 1] = before + piece
    else all.push(piece)
  }
  return all
}

/** Making one takes a hundred times longer than using it, and most texts need only the first. */
const numbersOf = oncePerLocale((locale) => new Intl.NumberFormat(locale))
const pluralsOf = oncePerLocale((locale) => new Intl.PluralRules(locale))

function oncePerLocale<Format>(make: (locale: string) => Format): (locale: string) => Format {
  const made = new Map<string, Format>()
  return (locale) => {
    const known = made.get(locale)
    if (known !== undefined) return known
    const format = make(locale)
    made.set(locale, format)
    return format
  }
}
