import { describe, expect, it } from 'vitest'
import { parseDraft } from './parse-draft.ts'
import { defaultDraft, settingsField } from './settings-draft.ts'
import type { SettingsDraft, SettingsField } from './settings-draft.ts'

type InvalidDraft = [Partial<SettingsDraft>, SettingsField, RegExp]
const draft = (change: Partial<SettingsDraft> = {}): SettingsDraft => ({ ...defaultDraft, headerValues: [], ...change })

describe('parseDraft', () => {
  it('returns no settings for an empty draft', () => {
    expect(parseDraft(draft({ include: ' \n', headerNames: [''] }))).toEqual({ settings: undefined, errors: {} })
  })

  it('splits patterns by line, converts seconds and skips empty header rows', () => {
    const { settings } = parseDraft(
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

  it('keeps the country only for the scraping service', () => {
    expect(parseDraft(draft({ reader: 'scrapingbee', country: 'de' })).settings?.country).toBe('de')
    expect(parseDraft(draft({ reader: 'browser', country: 'de' })).settings?.country).toBeNull()
  })

  it.each([
    [{ include: '/ok\nblog/*' }, 'include', /^blog\/\*: Pattern must start with a slash/],
    [{ exclude: 'x' }, 'exclude', /^x: /],
    [{ include: '/a\n'.repeat(51) }, 'include', /^Use up to 50 patterns/],
    [{ delay: 'soon' }, 'delay', /number from 0 to 600/],
    [{ delay: '601' }, 'delay', /number from 0 to 600/],
    [{ headerNames: ['Cookie'], headerValues: [''] }, 'headers', /Enter the value of Cookie/],
    [{ headerNames: ['Coo kie'], headerValues: ['1'] }, 'headers', /Invalid header name/],
    [{ headerNames: [''], headerValues: ['1'] }, 'headers', /Invalid header name/],
  ] satisfies InvalidDraft[])('reports %j at its field', (change, field, message) => {
    const { settings, errors } = parseDraft(draft(change))
    expect(settings).toBeUndefined()
    expect(errors[field]).toMatch(message)
  })
})

describe('settingsField', () => {
  it.each([
    ['settings.reader', 'reader'],
    ['settings.headers', 'headers'],
    ['settings.headers.0.name', 'headers'],
    ['settings.delayMs', 'delay'],
    ['settings', null],
    ['url', null],
    [undefined, null],
  ])('maps the request field %s to the form field %s', (path, field) => {
    expect(settingsField(path)).toBe(field)
  })
})
