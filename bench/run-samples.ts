/** Samples of a long run: formats them as a table and checks that values do not rise. */

/** Measured values by name, and the progress of the run at that time. */
export type Sample = { at: number; values: Record<string, number> }

/** Formats the samples as a Markdown table of at most `rows` rows, including the first and the last. */
export function formatSamples(samples: readonly Sample[], progressLabel: string, rows = 12): string {
  const names = Object.keys(samples[0]?.values ?? {})
  const step = Math.max(1, (samples.length - 1) / (rows - 1))
  const shown = [...new Set(Array.from({ length: rows }, (_, row) => Math.round(row * step)))].flatMap(
    (index) => samples[index] ?? [],
  )
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
  return [
    line([progressLabel, ...names]),
    `|${'---|'.repeat(names.length + 1)}`,
    ...shown.map(({ at, values }) => line([at, ...names.map((name) => Math.round(values[name] ?? 0))])),
  ].join('\n')
}

/**
 * The rise of a column from the first sample at or after `from` to the last, in the column's unit; negative for a fall.
 * Measured on the least-squares line, which is robust against a single garbage collection peak.
 */
function riseOf(samples: readonly Sample[], name: string, from: number): number {
  const points = samples.filter(({ at }) => at >= from).map(({ at, values }) => ({ x: at, y: values[name] ?? 0 }))
  const mean = (pick: (point: { x: number; y: number }) => number) =>
    points.reduce((sum, point) => sum + pick(point), 0) / points.length
  const [x, y] = [mean((point) => point.x), mean((point) => point.y)]
  const spread = mean((point) => (point.x - x) ** 2)
  if (points.length < 3 || spread === 0) throw new Error(`too few samples of ${name} to fit a line`)
  const slope = mean((point) => (point.x - x) * (point.y - y)) / spread
  return slope * ((points.at(-1)?.x ?? 0) - (points[0]?.x ?? 0))
}

/** Describes the columns that rise by more than their bound from `from` on. */
export function findRisingColumns(samples: readonly Sample[], bounds: Record<string, number>, from: number): string[] {
  return Object.entries(bounds).flatMap(([name, bound]) => {
    const rise = riseOf(samples, name, from)
    return rise > bound ? [`${name} rises by ${Math.round(rise)}, more than ${bound}`] : []
  })
}
