/** Optimal string alignment distance (insert, delete, replace, swap neighbors); Infinity above `max`. */
export function editDistance(one: string, other: string, max: number): number {
  let beforePrevious: number[] = []
  let previous = Array.from({ length: other.length + 1 }, (_, n) => n)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const substitution = (previous[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1)
      let edits = Math.min(substitution, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1)
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      if (isSwap) edits = Math.min(edits, (beforePrevious[j - 2] ?? 0) + 1)
      row.push(edits)
    }
    if (Math.min(...row) > max) return Infinity
    beforePrevious = previous
    previous = row
  }
  const edits = previous[other.length] ?? Infinity
  return edits <= max ? edits : Infinity
}
