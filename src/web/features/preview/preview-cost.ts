/** Cost of crawling the selected pages: one credit per page; `minutes` sums the pauses between pages, at least 1. */
export function previewCost({ selected, maxPages, pauseMs }: { selected: number; maxPages: number; pauseMs: number }) {
  const credits = Math.min(selected, maxPages)
  return { credits, minutes: Math.max(1, Math.round((Math.max(0, credits - 1) * pauseMs) / 60_000)) }
}
