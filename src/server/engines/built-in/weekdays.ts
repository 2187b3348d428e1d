/** The days that opening hours name: "Tue", "Mon – Fri" and "daily" all are about a Tuesday. */
import { anyOf } from '#server/platform/text/patterns.ts'

/** From Monday to Sunday by language: the name, then its abbreviations. */
const DAYS: Readonly<Record<string, string>> = {
  en: 'monday mon|tuesday tue tues|wednesday wed weds|thursday thu thur thurs|friday fri|saturday sat|sunday sun',
  de: 'montag mo|dienstag di|mittwoch mi|donnerstag do|freitag fr|samstag sa|sonntag so',
  fr: 'lundi lun|mardi mar|mercredi mer|jeudi jeu|vendredi ven|samedi sam|dimanche dim',
  es: 'lunes lun|martes mar|miércoles mié|jueves jue|viernes vie|sábado sáb|domingo dom',
  it: 'lunedì lun|martedì mar|mercoledì mer|giovedì gio|venerdì ven|sabato sab|domenica dom',
  nl: 'maandag ma|dinsdag di|woensdag wo|donderdag do|vrijdag vr|zaterdag za|zondag zo',
}
/** Days that other words name, by the number of the first and the last one. */
const EVERY_DAY = anyOf(
  'daily|every day|seven days a week|täglich|tous les jours|todos los días|tutti i giorni|dagelijks',
)
const WORKING_DAYS = anyOf('weekdays|werktags|wochentags|en semaine|entre semana|giorni feriali|doordeweeks')
const WEEKEND = anyOf('weekends?|wochenende|week-end|fines? de semana|fine settimana')
const LAST_WORKING_DAY = 4

const TO = String.raw`\.?\s*(?:[-–—]|to|till|until|through|bis|au|à|al?|tot)\s*`
/** "Do you", "So we" are no days; "Do 8–12" is one. */
const AFTER_ABBREVIATION = String.raw`(?=\.?\s*(?:[:|–—/,&+(-]|\d|$))`
const START = String.raw`(?<![\p{L}\p{N}])`
const END = String.raw`(?![\p{L}])`

/** The expression for the day of each name and its plural, without accents too. */
const values = new Map<string, RegExp>()
for (const days of Object.values(DAYS)) {
  const names = days.split('|').map((day) => day.split(' '))
  for (const [number, [name = '', ...abbreviations]] of names.entries()) {
    const value = valueOfDay(number, names)
    for (const word of [name, `${name}s`, ...abbreviations]) {
      for (const typed of [word, word.normalize('NFD').replaceAll(/\p{M}/gu, '')]) {
        if (typed.length > 2) values.set(typed, value)
      }
    }
  }
}

/** Matches what pages say of the day that `word` names; undefined for other words. */
export function dayValue(word: string): RegExp | undefined {
  return values.get(word.toLowerCase())
}

function valueOfDay(number: number, names: readonly string[][]): RegExp {
  const [name = '', ...abbreviations] = names[number] ?? []
  const anyDay = (days: readonly string[][]) =>
    anyOf(
      ...days
        .flat()
        .toReversed()
        .flatMap((word) => capitalized(word)),
    )
  const range = anyDay(names.slice(0, number + 1)) + TO + anyDay(names.slice(number)) + END
  const short = anyOf(...abbreviations.map(upperFirst)) + AFTER_ABBREVIATION
  const ofSeveral = number <= LAST_WORKING_DAY ? WORKING_DAYS : WEEKEND
  const others = anyOf(EVERY_DAY, ofSeveral, `${anyOf(...capitalized(name))}s?`)
  return new RegExp(START + anyOf(range, short, others + END), 'u')
}

/** A long name may be in lower case. */
function capitalized(word: string): string[] {
  return word.length > 4 ? [upperFirst(word), word] : [upperFirst(word)]
}

function upperFirst(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
