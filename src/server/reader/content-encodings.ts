const ENCODINGS = ['gzip', 'x-gzip', 'deflate', 'br', 'zstd'] as const
export type ContentEncoding = (typeof ENCODINGS)[number]

const MAX_ENCODINGS = 3

/**
 * A Content-Encoding header in the order in which its encodings were applied. Null when one of them is none that is
 * undone here, or when there are more than an honest server would apply.
 */
export function readEncodings(header: string): ContentEncoding[] | null {
  const names = header
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')
  const known = names.flatMap((name) => ENCODINGS.find((encoding) => encoding === name) ?? [])
  return names.length <= MAX_ENCODINGS && known.length === names.length ? known : null
}
