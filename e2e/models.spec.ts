/** Setting up models in the browser: found on this machine, and by a provider's key. */
import { type ModelServer, startModelServer } from '#test/model-server.ts'
import { startServer } from '#test/running-server.ts'
import { expectNoViolation } from './support/axe.ts'
import { oncePerFile } from './support/once-per-file.ts'
import { crawlManual, saveChat, signUp } from './support/user.ts'
import { openInApp } from './support/open-in-app.ts'
import { expect, test as base } from './test.ts'

type Others = { ollama: ModelServer; openrouter: ModelServer }

// In one worker: this file's servers are started once.
base.describe.configure({ mode: 'default' })

const once = oncePerFile(base)

const test = base.extend<Others>({
  // Playwright requires a destructuring pattern as first parameter.
  // eslint-disable-next-line no-empty-pattern
  ollama: async ({}, use) => use(await once('ollama', () => startModelServer('ollama'))),
  // Playwright requires a destructuring pattern as first parameter.
  // eslint-disable-next-line no-empty-pattern
  openrouter: async ({}, use) => use(await once('openrouter', () => startModelServer('openrouter'))),
  server: async ({ ollama }, use) => use(await once('server', () => startServer({ LOCAL_MODEL_SERVERS: ollama.url }))),
})

test('offers a model on this machine on the first screen, uses it in one click, downloads another and changes the provider [models-8]', async ({
  page,
  server,
  openrouter,
}) => {
  const administrator = await signUp(page, server, 'models@example.org')
  await server.admin(['grant', 'models@example.org'])
  await page.goto('/')
  await expect(page.getByText('Found Ollama with 1 model:')).toBeVisible()
  await page.getByRole('link', { name: 'use one?' }).click()

  const answers = page.getByRole('region', { name: 'Answers and summaries' })
  await expect(answers.getByText('Built-in engine: answers are quoted')).toBeVisible()
  await expectNoViolation(page, 'a model server that was found')
  await answers.getByRole('button', { name: 'Use llama3.2' }).click()
  await expect(answers.getByText('llama3.2 · Ollama at localhost')).toBeVisible()

  await answers.getByRole('button', { name: 'Change' }).click()
  await expect(answers.getByRole('link', { name: 'How to set up Ollama' })).toHaveAttribute(
    'href',
    '/help/models/ollama',
  )
  await answers.getByLabel('Model', { exact: true }).fill('qwen3')
  await answers.getByRole('button', { name: 'Download qwen3' }).click()
  await expect(answers.getByText('qwen3 is not installed')).toBeHidden()
  await answers.getByRole('button', { name: 'Test' }).click()
  await expect(answers.getByText(/^qwen3 answered in/)).toBeVisible()

  openrouter.key = 'sk-or-planted-0123456789'
  await answers.getByLabel('Provider').selectOption('OpenAI-compatible')
  await answers.getByLabel('Address').fill(`${openrouter.url}/v1`)
  await answers.getByLabel('API key', { exact: true }).fill('wrong')
  await answers.getByLabel('Model', { exact: true }).focus()
  await expect(answers.getByText('rejected the key')).toBeVisible()
  await answers.getByLabel('API key', { exact: true }).fill(openrouter.key)
  await answers.getByLabel('Model', { exact: true }).focus()
  await expect(answers.getByText('Type to search 1 model.')).toBeVisible()
  await expectNoViolation(page, 'the form for a model')
  await answers.getByLabel('Model', { exact: true }).fill('llama3.2')
  await answers.getByText('More settings').click()
  await answers.getByLabel('Other models people can choose').fill('qwen3')
  await page.keyboard.press('Enter')
  const price = answers.getByRole('group', { name: 'Price of qwen3 per million tokens' })
  await price.getByLabel('Input').fill('1000')
  await price.getByLabel('Output').fill('2000')
  await expectNoViolation(page, 'more settings of a model')
  await answers.getByRole('button', { name: 'Use this model' }).click()
  await expect(answers.getByText('llama3.2 · OpenAI-compatible at localhost')).toBeVisible()
  expect(await page.content()).not.toContain('planted')

  openrouter.models.add('qwen3')
  openrouter.window = 2_048
  const { pages } = await crawlManual(administrator, 3)
  const chat = await saveChat(administrator, 'Manual', pages)
  const ids = pages.map(({ id }) => id)
  await administrator.put(`/api${chat}/pages`, { crawled_pages: ids, selected_pages: ids })
  await openInApp(page, chat)
  await page.getByLabel('Model for the next question').selectOption('qwen3')
  await page.getByRole('textbox', { name: 'Message' }).fill('What is a crawl?')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/Answered by qwen3 · .* tokens · \$\d/)).toBeVisible()
  await expectNoViolation(page, 'a chat with a choice of models')

  await page.goto('/admin/settings')
  await expect(answers.getByText('The service cuts prompts for qwen3 at 2,048 tokens without an error.')).toBeVisible()
  await expectNoViolation(page, 'a service that cuts prompts')
  await openInApp(page, chat)

  openrouter.models.delete('qwen3')
  const askAgain = async () => {
    // After a reload, the choice returns with the list of models.
    await expect(page.getByLabel('Model for the next question')).toHaveValue('qwen3')
    await page.getByRole('textbox', { name: 'Message' }).fill('What is a credit?')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Failed to get a response. Please try again.')).toBeVisible()
  }
  await askAgain()
  const cause = page.getByText(`has no model qwen3. Choose one from the list`)
  await expect(cause).toBeVisible()
  await expect(page.getByRole('link', { name: 'Model settings' })).toBeVisible()
  await expectNoViolation(page, 'the cause of a failed answer')
  await server.admin(['revoke', 'models@example.org'])
  await page.reload()
  await askAgain()
  await expect(cause).toBeHidden()
})

test('offers to download a first model for an Ollama without one and shows how far it is [models-11]', async ({
  page,
  server,
  ollama,
}) => {
  ollama.models.clear()
  const download = Promise.withResolvers<void>()
  ollama.pullHold = download.promise
  await signUp(page, server, 'first-model@example.org')
  await server.admin(['grant', 'first-model@example.org'])
  await page.goto('/admin/settings')
  const answers = page.getByRole('region', { name: 'Answers and summaries' })
  const stop = answers.getByRole('button', { name: 'Stop using' })
  await expect(answers).toBeVisible()
  // The test before may have left its model.
  if (await stop.isVisible()) await stop.click()
  await expect(answers.getByText('Found Ollama on this machine without a model')).toBeVisible()
  await expectNoViolation(page, 'an Ollama without models')
  await answers.getByLabel('Model to download').fill('qwen3')
  await answers.getByRole('button', { name: 'Download qwen3' }).click()
  await expect(answers.getByText('Downloading qwen3… 50%')).toBeVisible()
  await expectNoViolation(page, 'a download')
  download.resolve()
  await expect(answers.getByText('qwen3 · 2 GB · 131,072 tokens')).toBeVisible()
  await expect(answers.getByRole('button', { name: 'Use qwen3' })).toBeVisible()

  ollama.models.clear()
  await answers.getByRole('button', { name: 'Change' }).click()
  await answers.getByLabel('Model', { exact: true }).fill('gemma3')
  await answers.getByRole('button', { name: 'Download gemma3' }).click()
  await expect(answers.getByText('gemma3 is not installed')).toBeHidden()
  await expect.poll(() => [...ollama.models]).toEqual(['gemma3'])
  ollama.pullHold = null
  ollama.models.add('llama3.2')
})
