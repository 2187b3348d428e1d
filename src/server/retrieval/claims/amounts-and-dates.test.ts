import { expect, it } from 'vitest'
import { checkClaim } from './check-claim.ts'

const judge = async (claim: string, text: string, language: string) =>
  (await checkClaim(claim, [{ text, startOffset: 0 }], { language })).state

it.each([
  ['en', 'Delivery costs €4.90.', 'Delivery costs 4.90 euros.', 'quoted'],
  ['en', 'The tunnel costs 840 million euros.', 'The tunnel costs €840 million.', 'quoted'],
  ['en', 'A deposit of 50 pounds is required.', 'A deposit of £50 is required.', 'quoted'],
  ['en', 'The Team plan costs $12.', 'The Team plan costs 12 dollars.', 'quoted'],
  ['de', 'Die Kurtaxe beträgt 2,40 Euro pro Nacht.', 'Die Kurtaxe beträgt 2,40 € pro Nacht.', 'quoted'],
  ['de', 'Der Eintritt kostet einen Euro.', 'Der Eintritt kostet 1 €.', 'quoted'],
  ['es', 'Los adultos pagan 12,50 euros al año.', 'Los adultos pagan 12,50 € al año.', 'quoted'],
  ['en', 'The state pays 60 per cent.', 'The state pays 60 %.', 'quoted'],
  ['de', 'Danach berechnen wir 80 Prozent des Preises.', 'Danach berechnen wir 80 % des Preises.', 'quoted'],
  ['en', 'Orders placed before 2 pm ship today.', 'Orders placed before 14:00 ship today.', 'paraphrased'],
  ['en', 'Breakfast starts at 9:00.', 'Breakfast starts at 9 a.m.', 'paraphrased'],
  ['de', 'Die Anreise ist ab 15 Uhr möglich.', 'Die Anreise ist ab 15:00 Uhr möglich.', 'quoted'],
  ['en', 'Ida opened the shop on 1 March 2024.', 'Ida opened the shop on March 1st, 2024.', 'paraphrased'],
  ['en', 'Ida opened the shop on 1 March 2024.', 'Ida opened the shop on 2024-03-01.', 'paraphrased'],
  ['en', 'Ida opened the shop on Mar 1, 2024.', 'Ida opened the shop on 1 March 2024.', 'paraphrased'],
  ['de', 'Ida öffnete das Haus am 12. Oktober 2023.', 'Ida öffnete das Haus am 12.10.2023.', 'paraphrased'],
])(
  'takes another way to write an amount, a time or a date for the same (%s: %s) [amounts-and-dates-1]',
  async (...row) => {
    const [language, text, claim, state] = row
    expect(await judge(claim, text, language)).toBe(state)
  },
)

it.each([
  ['en', 'Delivery costs €4.90.', 'Delivery costs $4.90.'],
  ['en', 'Delivery costs €4.90.', 'Delivery costs €49.'],
  ['en', 'The tunnel costs 840 million euros.', 'The tunnel costs €840 billion.'],
  ['en', 'The state pays 60 per cent.', 'The state pays 60 euros.'],
  ['en', 'Orders placed before 2 pm ship today.', 'Orders placed before 2:00 ship today.'],
  ['en', 'Lunch starts at 12 pm.', 'Lunch starts at 0:00.'],
  ['en', 'The library is open until 18:30.', 'The library is open until 18.'],
  ['de', 'Die Bibliothek ist bis 18:30 Uhr geöffnet.', 'Die Bibliothek ist bis 18 Uhr geöffnet.'],
  ['en', 'Ida opened the shop on 1 March 2024.', 'Ida opened the shop on 2024-01-03.'],
  ['en', 'Ida opened the shop on 1 March 2024.', 'Ida opened the shop on March 2nd, 2024.'],
  ['de', 'Ida öffnete das Haus am 12. Oktober 2023.', 'Ida öffnete das Haus am 10.12.2023.'],
])(
  'finds no support for another amount, time or date (%s: %s: %s) [amounts-and-dates-2]',
  async (language, text, claim) => {
    expect(await judge(claim, text, language)).toMatch(/^(?:differs|not-found)$/)
  },
)
