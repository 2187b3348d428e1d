/**
 * Reads the values out of sentences that were made from `template`: what stands where it has its `{placeholders}`, or
 * null for another sentence. The same placeholder twice holds the same value.
 */
export function templateReader(template: string): (sentence: string) => Record<string, string> | null {
  const seen = new Set<string>()
  const pieces = template.split(/\{(\w+)\}/)
  const pattern = new RegExp(`^${pieces.map((piece, place) => (place % 2 ? groupOf(piece, seen) : escaped(piece))).join('')}$`, 's')
  return (sentence) => {
    const found = pattern.exec(sentence)
    return found && { ...found.groups }
  }
}

function groupOf(name: string, seen: Set<string>): string {
  if (seen.has(name)) return `\\k<${name}>`
  seen.add(name)
  return `(?<${name}>.+?)`
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
