// Lighthouse, for bench/web-lighthouse.ts.
import lighthouse, { desktopConfig } from 'lighthouse'

/** Lighthouse's result for `url`, opened in the browser whose remote debugging port is `port`. */
export async function runLighthouse(url, { port, isDesktop, categories }) {
  const flags = { port, onlyCategories: categories, disableStorageReset: true, logLevel: 'error' }
  const result = await lighthouse(url, flags, isDesktop ? desktopConfig : undefined)
  const failure = result ? result.lhr.runtimeError?.message : 'no answer'
  if (failure) throw new Error(`${url}: ${failure}`)
  return result.lhr
}
