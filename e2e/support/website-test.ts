/** A `test` with a small website for each test. */
import { openWebsite, type Website } from '#test/website.ts'
import { test as base } from '#e2e/test.ts'

export const article = (name: string, links: string[] = []) =>
  `<title>${name}</title><main><h1>${name}</h1><p>This page is about ${name} and nothing else.</p>` +
  `${links.map((link) => `<a href="${link}">${link}</a>`).join(' ')}</main>`

/** Two sections, and two addresses that a crawl skips. */
const paths = ['/docs', '/docs/install', '/docs/configure', '/blog', '/blog/one', '/blog/two']
const openTwoSections = () =>
  openWebsite({
    '/': article('Everything', [...paths, '/private/plans', '/file.pdf']),
    ...Object.fromEntries(paths.map((path) => [path, article(path)])),
    '/robots.txt': 'User-agent: *\nDisallow: /private/\n',
  })

export const test = base.extend<{ website: Website }>({
  // Playwright requires a destructuring pattern as first parameter.
  // eslint-disable-next-line no-empty-pattern
  website: async ({}, use) => {
    const website = await openTwoSections()
    await use(website)
    await website.close()
  },
})
