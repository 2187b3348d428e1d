import { describe, expect, it } from 'vitest'
import { decodeText } from './decode-text.ts'

const bytes = (...values: number[]) => Uint8Array.from(values)
const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const utf8 = (text: string) => new TextEncoder().encode(text)
const html = (body: Uint8Array, charset = '') => decodeText(body, charset, 'html')

describe('the encoding of a page', () => {
  it('is what its byte order mark says, whatever else is claimed', () => {
    expect(html(bytes(0xef, 0xbb, 0xbf, 0xc3, 0xa9), 'iso-8859-1')).toBe('é')
    expect(html(bytes(0xff, 0xfe, 0xe9, 0x00), 'utf-8')).toBe('é')
    expect(html(bytes(0xfe, 0xff, 0x00, 0xe9))).toBe('é')
  })

  it('is what the header says, by any label of the standard', () => {
    expect(html(bytes(0xef, 0xf0), 'windows-1251')).toBe('пр')
    expect(html(bytes(0x93, 0xfa, 0x96, 0x7b), 'Shift_JIS')).toBe('日本')
    expect(html(bytes(0xc8, 0xd5, 0xb1, 0xbe), '"gb2312"')).toBe('日本')
    expect(html(bytes(0x93, 0x80), 'latin1')).toBe('“€')
  })

  it('is what its meta element says when the header is silent', () => {
    expect(html(latin('<meta charset="windows-1251"><p>\xef\xf0'))).toContain('пр')
    expect(html(latin('<META http-equiv=Content-Type content="text/html; charset=iso-8859-2"><p>\xb1'))).toContain('ą')
    expect(html(latin('<?xml version="1.0" encoding="windows-1251"?><p>\xef'))).toContain('п')
    expect(html(utf8('<!-- <meta charset="windows-1251"> --><p>é'))).toContain('é')
  })

  it('is UTF-8 when the bytes are, else windows-1252', () => {
    expect(html(utf8('naïve 日本'))).toBe('naïve 日本')
    expect(html(latin('na\xefve \x93quoted\x94'))).toBe('naïve “quoted”')
    expect(decodeText(latin('caf\xe9'), '', 'text')).toBe('café')
  })

  it('is not what a wrong label claims', () => {
    expect(html(utf8('naïve 日本'), 'iso-8859-1')).toBe('naïve 日本')
    expect(html(latin('d\xe9j\xe0 vu'), 'utf-8')).toBe('déjà vu')
    expect(html(latin('<meta charset="windows-1251"><p>\xef\xf0'), 'utf-8')).toContain('пр')
    expect(html(utf8('é'), 'no-such-charset')).toBe('é')
  })

  it('stays UTF-8 when only a few bytes are broken', () => {
    const text = html(new Uint8Array([...utf8('日本語の長い文章です。'), 0xff, ...utf8('続き')]), 'utf-8')
    expect(text).toBe('日本語の長い文章です。\ufffd続き')
  })
})
