import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as falsify from '#test/claims/falsify.ts'
import { ownSentences } from '#test/claims/own-sentences.ts'
import * as restate from '#test/claims/restate.ts'
import { splitPassages } from '#server/retrieval/split-passages.ts'
import { checkClaim } from './check-claim.ts'

const UNSUPPORTED: unknown = expect.stringMatching(/^(?:differs|not-found)$/)
const SENTENCE_RUNS = 50
/** Each falsifies every sentence. */
const PAGE_RUNS = 2
/** About as many as there are pairs of a statement and a page that does not state it. */
const FRAME_RUNS = 60

describe.each(['en', 'de'] as const)('checkClaim with claims made from sentences of the page (%s)', (language) => {
  const sentences: readonly string[] = ownSentences[language]
  const text = sentences.join(' ')
  const passages = splitPassages(text).map(({ startOffset, endOffset }) => ({
    text: text.slice(startOffset, endOffset),
    startOffset,
  }))
  const sentence = fc.constantFrom(...sentences)
  const seed = fc.nat()
  const judge = async (claim: string, quote: string | null = null) =>
    (await checkClaim(claim, passages, { quote, language })).state

  const falsifications: [string, (sentence: string, other: string, options: Options) => string[]][] = [
    ['another name', (claim, _, options) => falsify.replaceName(claim, text, options)],
    ['two names swapped', (claim, _, options) => falsify.swapNames(claim, options)],
    ['another number or unit', (claim, _, options) => falsify.changeNumber(claim, options)],
    ['a negation put in or left out', (claim, _, options) => falsify.changeNegation(claim, options)],
    ['an opposite', (claim, _, options) => falsify.changeToOpposite(claim, options)],
    ['another quantifier', (claim, _, options) => falsify.changeQuantifier(claim, options)],
    ['the halves of two sentences', (claim, other) => falsify.joinHalves(claim, other)],
  ]

  it.each(falsifications)(
    'never supports %s, with or without a true quote [falsified-claims-1]',
    async (_kind, change) => {
      let tried = 0
      await fc.assert(
        fc.asyncProperty(sentence, seed, async (other, number) => {
          const random = falsify.seededRandom(number)
          for (const claim of sentences) {
            for (const falsified of change(claim, other, { language, random })) {
              tried++
              expect({ falsified, state: await judge(falsified) }).toEqual({ falsified, state: UNSUPPORTED })
              expect({ falsified, state: await judge(falsified, claim) }).toEqual({ falsified, state: UNSUPPORTED })
            }
          }
        }),
        { numRuns: PAGE_RUNS },
      )
      expect(tried).toBeGreaterThan(6)
    },
  )

  it('never supports a statement that the page only asks, rejects or imagines [falsified-claims-4]', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...statements[language]),
        fc.constantFrom(...notStated[language]),
        async ({ asked, said, subordinate }, frame) => {
          const text = frame({ asked, said, subordinate })
          for (const claim of [said, said.replace(/[.]$/, ''), subordinate]) {
            for (const quote of [null, text]) {
              const { state } = await checkClaim(claim, [{ text, startOffset: 0 }], { quote, language })
              expect({ text, claim, state }).toEqual({ text, claim, state: UNSUPPORTED })
            }
          }
        },
      ),
      { numRuns: FRAME_RUNS },
    )
  })

  it('never supports a statement framed or attributed on one side only [falsified-claims-5]', async () => {
    const pairs = statements[language].flatMap(({ asked, said, subordinate }) => {
      const bare = said.slice(0, -1)
      const verbFirst = `${asked.slice(0, 1).toLowerCase()}${asked.slice(1, -1)}`
      return framings[language].map((framing) => {
        const inside = framing.replace(/(?<=\bthat |which |\p{L}, )S/u, language === 'en' ? subordinate : bare)
        const framed = inside.replace(/\bS\b/, bare).replace(/\bV\b/, verbFirst)
        return [said, framed] as const
      })
    })
    for (const [said, framed] of pairs) {
      for (const [claim, text] of [[said, framed] as const, [framed, said] as const]) {
        for (const quote of [null, text]) {
          const { state } = await checkClaim(claim, [{ text, startOffset: 0 }], { quote, language })
          expect({ text, claim, state }).toEqual({ text, claim, state: UNSUPPORTED })
        }
      }
    }
  })

  it('supports a statement without the phrase that says when or where', async () => {
    for (const { claim, text } of settings[language]) {
      const { state } = await checkClaim(claim, [{ text, startOffset: 0 }], { language })
      expect({ claim, state }).toEqual({ claim, state: expect.stringMatching(/^(?:quoted|paraphrased)$/) })
    }
  })

  it('calls every sentence quoted in any typography [falsified-claims-2]', async () => {
    await fc.assert(
      fc.asyncProperty(sentence, fc.array(fc.nat(20), { maxLength: 4 }), async (written, changes) => {
        let claim = written
        for (const n of changes) {
          const variants = restate.changeTypography(claim)
          claim = variants[n % variants.length] ?? claim
        }
        expect({ claim, state: await judge(claim) }).toEqual({ claim, state: 'quoted' })
      }),
      { numRuns: SENTENCE_RUNS },
    )
  })

  it('calls every sentence with 3 for three, or three for 3, quoted [falsified-claims-3]', async () => {
    const claims = sentences.flatMap((written) => restate.changeNumberForm(written, language))
    expect(claims.length).toBeGreaterThan(4)
    for (const claim of claims) expect({ claim, state: await judge(claim) }).toEqual({ claim, state: 'quoted' })
  })

  it('supports at least four of five light paraphrases', async () => {
    const claims = sentences.flatMap((written) => restate.paraphrase(written, language))
    const states = await Promise.all(claims.map(({ claim }) => judge(claim)))
    const unsupported = claims.filter((_, n) => states[n] === 'differs' || states[n] === 'not-found')
    expect(claims.length).toBeGreaterThan(5)
    expect(unsupported.length / claims.length).toBeLessThanOrEqual(0.2)
  })
})

describe('checkClaim with claims that leave words out', () => {
  const judge = async (claim: string, text: string, language: string, quote: string | null) =>
    (await checkClaim(claim, [{ text, startOffset: 0 }], { quote, language })).state

  it.each(
    Object.entries(narrowed).flatMap(([language, pairs]) =>
      pairs.map(([text, claim]) => [text, claim, language] as const),
    ),
  )('finds in "%s" no support for "%s" [falsified-claims-6]', async (text, claim, language) => {
    for (const quote of [null, text])
      expect({ claim, state: await judge(claim, text, language, quote) }).toEqual({ claim, state: UNSUPPORTED })
  })

  it.each(
    Object.entries(notNarrowed).flatMap(([language, pairs]) =>
      pairs.map(([text, claim]) => [text, claim, language] as const),
    ),
  )('takes "%s" for support of "%s"', async (text, claim, language) => {
    expect(await judge(claim, text, language, null)).toMatch(/^(?:quoted|paraphrased)$/)
  })
})

/** A sentence of a page, and a claim that leaves out what limits it. */
const narrowed: Record<string, (readonly [string, string])[]> = {
  en: [
    ['Entry is free on Sundays.', 'Entry is free.'],
    ['On Windows, the installer requires administrator rights.', 'The installer requires administrator rights.'],
    ['Since version 4.2, the cache is enabled by default.', 'The cache is enabled by default.'],
    ['While the pool is being cleaned, guests cannot use the slides.', 'Guests cannot use the slides.'],
    ['The API does not support pagination in version 1.', 'The API does not support pagination.'],
    ['The harbour was not repaired in 1998.', 'The harbour was not repaired.'],
    ['All requests were logged in debug mode.', 'All requests were logged.'],
    ['The kiosk sells roasted nuts on Sundays.', 'The kiosk sells roasted nuts.'],
    ['It is the largest museum in Norway.', 'It is the largest museum.'],
    ['Lockers are free, but only for members.', 'Lockers are free.'],
    ['The editor supports tabs, though not in the mobile app.', 'The editor supports tabs.'],
    ['The café is open daily, apart from Tuesdays.', 'The café is open daily.'],
    ['Guided tours are free, subject to availability.', 'Guided tours are free.'],
    ['The gym is free (members only).', 'The gym is free.'],
    ['The boat trip takes 1 hour and 30 minutes.', 'The boat trip takes 1 hour.'],
    ['Adults: €10, children: €5, seniors: €7.', 'Adults: €5.'],
    ['| Monday | 9–17 | Saturday | 10–14 |', 'Monday: 10–14'],
    ['The pump heats water and the boiler stores oil.', 'The pump heats water and stores oil.'],
    ['The city banned lorries which exceed eight tonnes.', 'The city banned lorries.'],
    ['The hall is mainly used for concerts.', 'The hall is used for concerts.'],
    ['The town has 8,300 inhabitants.', 'The town had 8,300 inhabitants.'],
  ],
  de: [
    ['Im Winter ist das Freibad geschlossen.', 'Das Freibad ist geschlossen.'],
    ['Der Eintritt ist frei für Kinder.', 'Der Eintritt ist frei.'],
    ['Bei Verspätung fallen 50 Cent pro Tag an.', 'Es fallen 50 Cent pro Tag an.'],
    ['Nach 22 Uhr ist Lärm verboten.', 'Lärm ist verboten.'],
    ['Hotels bieten Frühstück im Sommer.', 'Hotels bieten Frühstück.'],
    ['Schließfächer sind kostenlos, aber nur für Mitglieder.', 'Schließfächer sind kostenlos.'],
    ['Die Sauna ist täglich geöffnet, ausgenommen dienstags.', 'Die Sauna ist täglich geöffnet.'],
    ['Die Fahrt dauert 1 Stunde und 30 Minuten.', 'Die Fahrt dauert 1 Stunde.'],
    ['Erwachsene: 10 €, Kinder: 5 €.', 'Erwachsene: 5 €.'],
    ['Es ist das größte Museum in Norwegen.', 'Es ist das größte Museum.'],
    ['Die mögliche Ursache war ein Kurzschluss.', 'Die Ursache war ein Kurzschluss.'],
  ],
  fr: [
    ['Le musée est ouvert tous les jours, sauf le mardi.', 'Le musée est ouvert tous les jours.'],
    ["L'entrée est gratuite, mais seulement le dimanche.", "L'entrée est gratuite."],
  ],
  es: [
    ['El carné es gratuito, pero solo para estudiantes.', 'El carné es gratuito.'],
    ['La visita es gratuita, si reserva en línea.', 'La visita es gratuita.'],
  ],
}

/** A sentence of a page, and a claim that leaves out what only adds to it. */
const notNarrowed: Record<string, (readonly [string, string])[]> = {
  en: [
    ['In 1950, Noble appointed Robert Kintner to be president.', 'Noble appointed Robert Kintner to be president.'],
    ['Anna beat Bert in the final in 2012.', 'Anna beat Bert in the final.'],
    ['The bridge was built in 1854, and it is closed in winter.', 'The bridge was built.'],
    ['In addition, the server deletes old files.', 'The server deletes old files.'],
    ['The tower (4.9 m) stands in Oslo.', 'The tower stands in Oslo.'],
  ],
  de: [
    ['Am Morgen baute Ida Holm die alte Brücke.', 'Ida Holm baute die alte Brücke.'],
    ['Der Pier wurde 2004 repariert, während die Fähre fuhr.', 'Der Pier wurde 2004 repariert.'],
  ],
  fr: [['Le pont, construit en 1854, est ouvert.', 'Le pont est ouvert.']],
}

/** A statement, the question whether it holds, and its words after "that". */
type Statement = { asked: string; said: string; subordinate: string }

const statements: Record<'en' | 'de', Statement[]> = {
  en: [
    {
      asked: 'Is the harbour open in winter?',
      said: 'The harbour is open in winter.',
      subordinate: 'the harbour is open in winter',
    },
    {
      asked: 'Did Ida Holm build the old bridge?',
      said: 'Ida Holm built the old bridge.',
      subordinate: 'Ida Holm built the old bridge',
    },
    {
      asked: 'Does the server delete files every night?',
      said: 'The server deletes files every night.',
      subordinate: 'the server deletes files every night',
    },
  ],
  de: [
    {
      asked: 'Ist der Hafen im Winter offen?',
      said: 'Der Hafen ist im Winter offen.',
      subordinate: 'der Hafen im Winter offen ist',
    },
    {
      asked: 'Wurde die Brücke 1854 von Ida Holm gebaut?',
      said: 'Die Brücke wurde 1854 von Ida Holm gebaut.',
      subordinate: 'die Brücke 1854 von Ida Holm gebaut wurde',
    },
    {
      asked: 'Löscht der Server jede Nacht Dateien?',
      said: 'Der Server löscht jede Nacht Dateien.',
      subordinate: 'der Server jede Nacht Dateien löscht',
    },
  ],
}

const settings: Record<'en' | 'de', { claim: string; text: string }[]> = {
  en: [
    'In 1854, ',
    'In the last century, ',
    'After the war, ',
    'On the next morning, ',
    'In Oslo, ',
    'For example, ',
    'In addition, ',
  ].map((phrase) => ({ claim: 'Ida Holm built the old bridge.', text: `${phrase}Ida Holm built the old bridge.` })),
  de: ['Im Jahr 1854', 'Nach dem Krieg', 'In Oslo', 'Am Morgen'].map((phrase) => ({
    claim: 'Ida Holm baute die alte Brücke.',
    text: `${phrase} baute Ida Holm die alte Brücke.`,
  })),
}

/** Say in which world, view or case a statement holds, or who says so; S is the statement, V the one with its verb first. */
const framings: Record<'en' | 'de', string[]> = {
  en: [
    'In a parallel world, S.',
    'In the novel, S.',
    'In the film Harbour Lights, S.',
    'In the opera house of her imagination, S.',
    'In an early draft, S.',
    'In the worst case, S.',
    'In good weather, S.',
    'In the eyes of critics, S.',
    'Under the proposal, S.',
    'For critics, S.',
    'According to a legend, S.',
    'S, according to critics.',
    'S, he joked.',
    'S, the story goes.',
    'S, or so the story goes.',
    'S, it seems.',
    'S, to my knowledge.',
    'At best, S.',
    'On average, S.',
    'S, in my opinion.',
    'S in the novel.',
    'S in a parallel world.',
    '“S”, the novel begins.',
    'Legend has it that S.',
    'Imagine a world in which S.',
  ],
  de: [
    'In einer Parallelwelt V.',
    'Im Roman V.',
    'In ihrer Fantasie V.',
    'Nach Ansicht des Bürgermeisters V.',
    'Laut Kritikern V.',
    'Kritikern zufolge V.',
    'Bei gutem Wetter V.',
    'Nach diesem Vorschlag V.',
    'Unter Umständen V.',
    'In diesem Beispiel V.',
    'S, heißt es.',
    'S, so heißt es.',
    'S, wie es heißt.',
    'S, so Kritiker.',
    'S, so die Legende.',
    'S, laut Kritikern.',
    'S, glaube ich.',
    'S, berichtet die Zeitung.',
    'S, scherzte er.',
    'S, zumindest im Roman.',
    'S im Roman.',
    'Es heißt, S.',
  ],
}

/** Pages that contain the words of a statement without stating it. */
const notStated: Record<'en' | 'de', ((statement: Statement) => string)[]> = {
  en: [
    ({ asked }) => `${asked} Ask the keeper.`,
    ({ asked }) => `## ${asked}\n\nAsk the keeper.`,
    ({ asked }) => `- ${asked}\n- Are dogs welcome?`,
    ({ asked }) => `| Question | Answer |\n| --- | --- |\n| ${asked} | No |`,
    ({ said }) => `${said.replace('.', '?')} No.`,
    ({ said }) => `${said} This is false.`,
    ({ said }) => `${said} That is not true.`,
    ({ said }) => `Myth: ${said}`,
    ...[
      'It is not true that',
      'It is a myth that',
      'The question is whether',
      'Visitors asked if',
      'Nobody believes that',
      'There is no evidence that',
      'The keeper denied that',
      'Some people claim that',
      'Suppose that',
      'If the keeper agrees,',
      'Unless it freezes,',
      'In theory,',
      'Theoretically,',
      'Allegedly,',
      'Perhaps',
    ].map(
      (opening) =>
        ({ subordinate }: Statement) =>
          `${opening} ${subordinate}.`,
    ),
    ...[', unless it freezes.', ' if the keeper agrees.', ', which is false.', ', but this is wrong.', ', right?'].map(
      (end) =>
        ({ said }: Statement) =>
          said.replace('.', end),
    ),
  ],
  de: [
    ({ asked }) => `${asked} Fragen Sie den Wärter.`,
    ({ asked }) => `## ${asked}\n\nFragen Sie den Wärter.`,
    ({ asked }) => `- ${asked}\n- Sind Hunde willkommen?`,
    ({ asked }) => `| Frage | Antwort |\n| --- | --- |\n| ${asked} | Nein |`,
    ({ said }) => `${said.replace('.', '?')} Nein.`,
    ({ said }) => `${said} Das stimmt nicht.`,
    ({ said }) => `${said} Das ist falsch.`,
    ({ said }) => `Mythos: ${said}`,
    ({ said }) => `Angenommen, ${said}`,
    ...[
      'Es ist nicht wahr, dass',
      'Es stimmt nicht, dass',
      'Es ist ein Irrtum, dass',
      'Die Frage ist, ob',
      'Niemand glaubt, dass',
      'Der Wärter bestritt, dass',
      'Manche behaupten, dass',
    ].map(
      (opening) =>
        ({ subordinate }: Statement) =>
          `${opening} ${subordinate}.`,
    ),
    ...[', wenn der Wärter zustimmt.', ', sofern es nicht friert.', ', aber das ist falsch.', ', oder?'].map(
      (end) =>
        ({ said }: Statement) =>
          said.replace('.', end),
    ),
  ],
}

type Options = Parameters<typeof falsify.swapNames>[1]
