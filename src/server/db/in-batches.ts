/** A statement has room for 65,535 values: what may be more goes in several, of so many rows. */
const ROWS_PER_STATEMENT = 1000

/** The rows in their order, at most `most` at a time. */
export function* inBatches<Row>(rows: readonly Row[], most = ROWS_PER_STATEMENT): Generator<Row[]> {
  for (let from = 0; from < rows.length; from += most) yield rows.slice(from, from + most)
}
