import { describe, expect, it } from 'vitest'
import { readDraft } from './read-draft.ts'
import { fieldOfRefusal, plainDraft } from './settings-draft.ts'
import type { SettingsDraft, SettingsField } from './settings-draft.ts'

type Refused = [Partial<SettingsDraft>, SettingsField, RegExp]
const draft = (change: Partial<SettingsDraft> = {}): SettingsDraft => ({ ...plainDraft, headerValues: [], ...change })

describe('custom crawler settings as typed', () => {
  it('ask for nothing when nothing is said', () => {
    expect(readDraft(draft({ include: ' \n', headerNames: [''] }))).toEqual({ settings: undefined, errors: {} })
  })

  it('are read line by line, in seconds, without the rows left empty', () => {
    const { settings } = readDraft(
      draft({
        include: '/docs/*\n\n /help ',
        exclude: '/docs/old/*',
        delay: '2.5',
        headerNames: ['Cookie', ''],
        headerValues: ['session=1', ''],
      }),
    )
    expect(settings).toMatchObject({
      include: ['/docs/*', '/help'],
      exclude: ['/docs/old/*'],
      delayMs: 2500,
      headers: [{ name: 'Cookie', value: 'session=1' }],
    })
  })

  it('have a country only for the scraping service', () => {
    expect(readDraft(draft({ reader: 'scrapingbee', country: 'de' })).settings?.country).toBe('de')
    expect(readDraft(draft({ reader: 'browser', country: 'de' })).settings?.country).toBeNull()
  })

  it.each([
    [{ include: '/ok\nblog/*' }, 'include', /^blog\/\*: A pattern starts with a slash/],
    [{ exclude: 'x' }, 'exclude', /^x: /],
    [{ include: '/a\n'.repeat(51) }, 'include', /^At most 50 patterns/],
    [{ delay: 'soon' }, 'delay', /Seconds from 0 to 600/],
    [{ delay: '601' }, 'delay', /Seconds from 0 to 600/],
    [{ headerNames: ['Cookie'], headerValues: [''] }, 'headers', /Type the value of Cookie/],
    [{ headerNames: ['Coo kie'], headerValues: ['1'] }, 'headers', /not the name of a header/],
    [{ headerNames: [''], headerValues: ['1'] }, 'headers', /not the name of a header/],
  ] satisfies Refused[])('%j is refused at its field', (change, field, words) => {
    const { settings, errors } = readDraft(draft(change))
    expect(settings).toBeUndefined()
    expect(errors[field]).toMatch(words)
  })
})

describe('what the server refuses', () => {
  it.each([
    ['crawl.reader-missing', 'The reader browser is not set up on this server.', 'reader'],
    ['request.invalid', 'The header Host is set by the reader itself.', 'headers'],
    ['request.invalid', 'settings.delayMs: Invalid input', 'delay'],
    ['crawl.needs-plan', 'Custom crawler settings are part of the Pro plan.', null],
    ['credits.insufficient', 'Insufficient credits.', null],
  ])('%s (%s) is said at %s', (code, message, field) => {
    expect(fieldOfRefusal({ code, message })).toBe(field)
  })
})
