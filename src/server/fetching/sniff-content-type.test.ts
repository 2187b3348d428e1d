import { expect, it } from 'vitest'
import { binaryTypeOf, sniffContentType } from './sniff-content-type.ts'

const sniff = (text: string) => sniffContentType(Buffer.from(text, 'latin1'))

it.each([
  ['<!DOCTYPE html><p>x', 'text/html'],
  ['\n\t <!doctype HTML>', 'text/html'],
  ['<html lang="en">', 'text/html'],
  ['<P>Words', 'text/html'],
  ['<!-- a comment --><p>', 'text/html'],
  ['\xef\xbb\xbf<html>', 'text/html'],
  ['<pre>Words', 'text/plain'],
  ['<?xml version="1.0"?><rss>', 'text/xml'],
  ['Words, and a < b', 'text/plain'],
  ['\xef\xbb\xbfWords', 'text/plain'],
  ['\xff\xfeW\0o\0', 'text/plain'],
  ['Escape \x1b[1m sequences', 'text/plain'],
  ['', 'text/plain'],
  ['%PDF-1.7', 'application/pdf'],
  ['\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'image/png'],
  ['\xff\xd8\xff\xe0', 'image/jpeg'],
  ['GIF89a', 'image/gif'],
  ['RIFF\x01\x02\x03\x04WEBPVP8 ', 'image/webp'],
  ['RIFF\x01\x02\x03\x04WAVE', 'audio/wave'],
  ['\0\0\0\x18ftypmp42', 'video/mp4'],
  ['\0\0\0\x18ftypisom\0\0\x02\0isomiso2mp41', 'video/mp4'],
  ['\x1aE\xdf\xa3', 'video/webm'],
  ['\x1f\x8b\x08\0', 'application/x-gzip'],
  ['PK\x03\x04', 'application/zip'],
  ['words\0words', 'application/octet-stream'],
  ['\x7fELF\x02\x01\x01\0', 'application/octet-stream'],
])('takes %j for %s', (body, type) => {
  expect(sniff(body)).toBe(type)
})

it.each([
  ['\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'image/png'],
  ['\xff\xd8\xff\xe0', 'image/jpeg'],
  ['%PDF-1.7\n%\xe2\xe3', 'application/pdf'],
  ['PK\x03\x04', 'application/zip'],
  ['%PDF-1.7 is how such a file starts.', null],
  ['BMW builds cars.', null],
  ['ID3 tags name a song.', null],
  ['\xff\xfeW\0o\0', null],
  ['<html>', null],
])('takes %j that a site calls a page for %s', (body, type) => {
  expect(binaryTypeOf(Buffer.from(body, 'latin1'))).toBe(type)
})
