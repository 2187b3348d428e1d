/**
 * The values that stand in `sentence` where `template` has its `{placeholders}`; null when it is another sentence.
 * The same placeholder twice holds the same value.
 */
export function readByTemplate(template: string, sentence: string): Record<string, string> | null {
  const seen = new Set<string>()
  const pattern = template
    .split(/\{(\w+)\}/)
    .map((part, place) => (place % 2 === 0 ? escaped(part) : groupFor(part, seen)))
    .join('')
  const found = new RegExp(`^${pattern}$`, 's').exec(sentence)
  return found && { ...found.groups }
}

function groupFor(name: string, seen: Set<string>): string {
  if (seen.has(name)) return `\\k<${name}>`
  seen.add(name)
  return `(?<${name}>.+?)`
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
