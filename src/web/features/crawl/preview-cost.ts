/** What a crawl of the ticked pages would take. */

/** The pages it would read are its credits; `minutes` counts the pauses between them, at least one. */
export function previewCost({ ticked, maxPages, pauseMs }: { ticked: number; maxPages: number; pauseMs: number }) {
  const credits = Math.min(ticked, maxPages)
  return { credits, minutes: Math.max(1, Math.round((Math.max(0, credits - 1) * pauseMs) / 60_000)) }
}
