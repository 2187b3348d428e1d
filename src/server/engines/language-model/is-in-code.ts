/** True if Markdown that begins with `before` continues inside a fenced code block or inline code. */
export function isInCode(before: string): boolean {
  return isInFence(before) || isInInlineCode(before)
}

function isInFence(before: string): boolean {
  return (before.match(/^[\t\p{Zs}]*(```|~~~)/gmu)?.length ?? 0) % 2 === 1
}

function isInInlineCode(before: string): boolean {
  return (before.slice(before.lastIndexOf('\n') + 1).match(/`/g)?.length ?? 0) % 2 === 1
}
