/** A small website of two parts beside each test. */
import { openWebsite, type Website } from '#test/website.ts'
import { test as base } from './test.ts'

export const article = (name: string, links: string[] = []) =>
  `<title>${name}</title><main><h1>${name}</h1><p>This page is about ${name} and nothing else.</p>` +
  `${links.map((link) => `<a href="${link}">${link}</a>`).join(' ')}</main>`

/** A site of two parts and what no crawl reads. */
const parts = ['/docs', '/docs/install', '/docs/configure', '/blog', '/blog/one', '/blog/two']
const site = () =>
  openWebsite({
    '/': article('Everything', [...parts, '/private/plans', '/file.pdf']),
    ...Object.fromEntries(parts.map((path) => [path, article(path)])),
    '/robots.txt': 'User-agent: *\nDisallow: /private/\n',
  })

export const test = base.extend<{ website: Website }>({
  // Playwright reads the fixtures a fixture needs from its first argument, which must therefore be a pattern.
  // eslint-disable-next-line no-empty-pattern
  website: async ({}, use) => {
    const website = await site()
    await use(website)
    await website.close()
  },
})
