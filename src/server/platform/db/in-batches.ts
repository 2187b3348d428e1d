/** A statement takes at most 65,535 parameters. */
const ROWS_PER_STATEMENT = 1000

export function* inBatches<Row>(rows: readonly Row[], size = ROWS_PER_STATEMENT): Generator<Row[]> {
  for (let from = 0; from < rows.length; from += size) yield rows.slice(from, from + size)
}
