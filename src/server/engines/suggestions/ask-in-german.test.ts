import { describe, expect, it } from 'vitest'
import { phraseQuestion } from './phrase-question.ts'

const ask = (name: string, context = '', { isTerm = false, pageTitle = 'Eine Seite' } = {}) =>
  phraseQuestion({ name, isTerm, pageTitle, context }, 'de')?.question ?? null

describe('German questions', () => {
  it.each([
    ['Eine Datenbank anlegen', '', 'Wie kann ich eine Datenbank anlegen?'],
    ['Pakete installieren', '', 'Pakete installieren: Wie geht das?'],
    ['Das Anlegen von Tabellen', '', 'Wie funktioniert das Anlegen von Tabellen?'],
    ['Wie Sie das System herunterfahren', '', 'Wie kann ich das System herunterfahren?'],
    ['Ihre Website testen', '', 'Wie kann ich meine Website testen?'],
    ['Wo die Daten liegen', '', null],
    ['Wenn die Seiten keine Antwort enthalten', '', null],
    ['Installation von Paketen', '', 'Wie funktioniert die Installation von Paketen?'],
  ])('asks how to do what “%s” describes', (heading, context, question) => {
    expect(ask(heading, context)).toBe(question)
  })

  it.each([
    ['Fremdschlüssel', 'Ein Fremdschlüssel ist eine Spalte.', 'Was ist ein Fremdschlüssel?'],
    ['Virtuelle Umgebung', 'Eine virtuelle Umgebung ist ein Ordner.', 'Was ist eine virtuelle Umgebung?'],
    ['Zugriffsrechte', 'Zugriffsrechte sind Regeln für Dateien.', 'Was sind Zugriffsrechte?'],
    ['Das Debian-Labyrinth', 'Im Debian-Labyrinth.', 'Was ist das Debian-Labyrinth?'],
    ['Die Kernel-Meldungen', 'Alle Kernel-Meldungen.', 'Was sind die Kernel-Meldungen?'],
    ['Das Programm screen', 'Starten Sie das Programm screen.', null],
    ['Unterschied zwischen Sicht und Tabelle', '', 'Was ist der Unterschied zwischen Sicht und Tabelle?'],
  ])('asks what “%s” is with the article and the number of the page', (heading, context, question) => {
    expect(ask(heading, context)).toBe(question)
  })

  it('names options with their command and functions with parentheses', () => {
    expect(ask('-f, --force', '', { isTerm: true, pageTitle: 'rm(1)' })).toBe('Was bewirkt rm --force?')
    expect(ask('os.listdir(path)', '', { isTerm: true })).toBe('Was macht os.listdir()?')
  })

  it('keeps a heading that asks and leaves out names that are no subject', () => {
    expect(ask('Wie groß darf eine Datei sein?')).toBe('Wie groß darf eine Datei sein?')
    expect(ask('Auf einen Blick', 'Auf einen Blick')).toBeNull()
    expect(ask('Noch Fragen?')).toBeNull()
  })
})
