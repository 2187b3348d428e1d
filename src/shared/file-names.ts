/** File names that every system takes. */

/** File systems allow 255 bytes, and a character may take four. */
const NAME_MAX = 60
/** Windows reserves these with any extension. */
const WINDOWS_DEVICE = /^(con|prn|aux|nul|(com|lpt)[\d¹²³])\s*(\.|$)/i

export function isDeviceName(name: string): boolean {
  return WINDOWS_DEVICE.test(name)
}

/** `kind`, such as "Chat", starts the name of a title that cannot be a file name as it is. */
export function titleFileName(title: string, { kind, extension }: { kind: string; extension: string }): string {
  const words = title
    .normalize('NFC')
    // Path separators, wildcards, control and invisible characters.
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>:"/\\|?*]+/gu, ' ')
    .replace(/\s+/g, ' ')
  const name = [...words]
    .slice(0, NAME_MAX)
    .join('')
    .replace(/^[.\s]+|[.\s]+$/g, '')
  return `${name === '' || isDeviceName(name) ? `${kind} ${name}`.trim() : name}.${extension}`
}
