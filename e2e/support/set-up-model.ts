/** The first set-up of each provider, against its stand-in. */
import type { Browser, Locator, Page } from '@playwright/test'
import { expect } from '#e2e/test.ts'
import { createClient } from '#test/client.ts'
import { type ModelServer, type ServerKind, startModelServer } from '#test/model-server.ts'
import { type RunningServer, startServer } from '#test/running-server.ts'
import { accountScreens, signInButton } from './account-screens.ts'
import { crawlManual, saveChat } from './user.ts'
import { openInApp } from './open-in-app.ts'

export type FirstSetUp = {
  /** Of its page in the manual. */
  page: string
  /** In the picker. */
  name: string
  kind: ServerKind
  path: string
  model: string
  /** Hosted services need one; servers of this machine are found instead. */
  key?: string
}

const key = 'a-key-from-the-provider'
export const localSetUps: readonly [FirstSetUp, ...FirstSetUp[]] = [
  { page: 'ollama', name: 'Ollama', kind: 'ollama', path: '', model: 'llama3.2' },
  { page: 'lm-studio', name: 'LM Studio', kind: 'lm-studio', path: '/v1', model: 'qwen3-8b' },
  { page: 'llama-cpp', name: 'llama.cpp', kind: 'llama.cpp', path: '/v1', model: 'gemma-3-4b' },
  { page: 'vllm', name: 'vLLM', kind: 'vllm', path: '/v1', model: 'Qwen/Qwen3-8B' },
]
export const hostedSetUps: readonly [FirstSetUp, ...FirstSetUp[]] = [
  { page: 'openai', name: 'OpenAI', kind: 'openai', path: '/v1', model: 'gpt-5-mini', key },
  { page: 'anthropic', name: 'Anthropic', kind: 'anthropic', path: '/v1', model: 'claude-sonnet-4-5', key },
  { page: 'google', name: 'Google Gemini', kind: 'google', path: '/v1', model: 'gemini-2.5-flash', key },
  { page: 'mistral', name: 'Mistral', kind: 'mistral', path: '/v1', model: 'mistral-small-latest', key },
  { page: 'openrouter', name: 'OpenRouter', kind: 'openrouter', path: '/v1', model: 'openai/gpt-5-mini', key },
  { page: 'azure', name: 'Azure OpenAI', kind: 'azure', path: '/openai/v1', model: 'my-deployment', key },
  { page: 'compatible', name: 'OpenAI-compatible', kind: 'openai', path: '/v1', model: 'llama-3.3-70b', key },
]

/** Starts the stand-in of a provider. */
async function startProvider({ kind, model, key: required }: FirstSetUp): Promise<ModelServer> {
  const provider = await startModelServer(kind)
  provider.models = new Set([model])
  provider.key = required ?? null
  return provider
}

const answersOn = (page: Page) => page.getByRole('region', { name: 'Answers and summaries' })

/**
 * Fills in the form on the settings screen, tests the model and uses it. `onFilled` is called before the form is sent.
 */
async function setUpModel(
  page: Page,
  { setUp, provider }: { setUp: FirstSetUp; provider: ModelServer },
  onFilled?: () => Promise<unknown>,
) {
  const { name, path, model, key: own } = setUp
  const answers = answersOn(page)
  await answers.getByRole('button', { name: 'Change' }).click()
  await answers.getByLabel('Provider').selectOption(name)
  await answers.getByLabel('Address').fill(provider.url + path)
  if (own) await answers.getByLabel('API key', { exact: true }).fill(own)
  await answers.getByLabel('Model', { exact: true }).focus()
  await expect(answers.getByText('Type to search 1 model.')).toBeVisible()
  await answers.getByLabel('Model', { exact: true }).fill(model)
  await answers.getByRole('button', { name: 'Test' }).click()
  await expect(answers.getByText(`${model} answered in`)).toBeVisible()
  await onFilled?.()
  await answers.getByRole('button', { name: 'Use this model' }).click()
  await expect(answers.getByText(new RegExp(`^${model} · .* at localhost`))).toBeVisible()
}

/** A busy machine may not answer within the half second that the search for servers waits. */
async function reloadUntilFound(page: Page, found: Locator) {
  await expect(async () => {
    if (!(await found.isVisible())) await page.reload()
    await expect(found).toBeVisible({ timeout: 10_000 })
  }).toPass()
}

/** Asks in the chat at `path`; `model` answers. */
async function askFirstQuestion(page: Page, { path, model }: { path: string; model: string }) {
  await openInApp(page, path)
  await page.getByRole('textbox', { name: 'Message' }).fill('What is a crawl?')
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Answered by ${model}`)).toBeVisible()
}

/**
 * From the first screen of a new installation to the first answer of each provider, one after another, through the
 * screens and the one command that makes an administrator. A server of this machine is used in one click, or with
 * `onFilled` through the form too, which is called before the form is sent.
 * @returns the seconds that each provider took; the account and the crawl count for the first
 */
export async function walkFirstSetUp(
  browser: Browser,
  setUps: readonly [FirstSetUp, ...FirstSetUp[]],
  onFilled?: (form: Locator) => Promise<unknown>,
): Promise<number[]> {
  const providers = await Promise.all(setUps.map(async (setUp) => ({ setUp, provider: await startProvider(setUp) })))
  const local = providers.filter(({ setUp }) => !setUp.key)
  // Port 9 has no server.
  const addresses = local.length > 0 ? local.map(({ provider }) => provider.url) : ['http://localhost:9']
  const server = await startServer({ LOCAL_MODEL_SERVERS: addresses.join() })
  const context = await browser.newContext({ baseURL: server.url, reducedMotion: 'reduce', locale: 'en-US' })
  try {
    const page = await context.newPage()
    let startedAt = performance.now()
    await becomeAdministrator(
      page,
      server,
      local.map(({ setUp }) => setUp.name),
    )
    const client = createClient(server.url)
    for (const { name, value } of await context.cookies()) client.cookies.set(name, value)
    const { pages } = await crawlManual(client, 1)
    const seconds = []
    for (const [index, { setUp, provider }] of providers.entries()) {
      // The first time, this also loads what the account may do now.
      await (index === 0 ? page.goto('/admin/settings') : openInApp(page, '/admin/settings'))
      if (setUp.key || onFilled) {
        await setUpModel(page, { setUp, provider }, async () => onFilled?.(answersOn(page)))
      } else await useFoundModel(page, setUp)
      await askFirstQuestion(page, { path: await saveChat(client, setUp.name, pages), model: setUp.model })
      seconds.push((performance.now() - startedAt) / 1000)
      startedAt = performance.now()
    }
    return seconds
  } finally {
    await context.close()
    await server.close()
    await Promise.all(providers.map(({ provider }) => provider.close()))
  }
}

/** Signs up on the first screen, which offers the model servers that were `found`, and runs the command it names. */
async function becomeAdministrator(page: Page, server: RunningServer, found: readonly string[]) {
  await page.goto('/')
  if (found.length === 0) await signInButton(page).click()
  else {
    const servers = new Intl.ListFormat('en').format(found.map((name) => `${name} with 1 model`))
    await reloadUntilFound(page, page.getByText(`Found ${servers}: use one?`))
    await page.getByRole('button', { name: 'Create an account' }).click()
  }
  await accountScreens(page, server).signUp('operator@example.org')
  if (found.length > 0) await reloadUntilFound(page, page.getByText('npm run admin -- grant operator@example.org'))
  await server.admin(['grant', 'operator@example.org'])
}

async function useFoundModel(page: Page, { name, model }: FirstSetUp) {
  const use = answersOn(page).getByRole('button', { name: `Use ${model}` })
  await reloadUntilFound(page, use)
  await use.click()
  await expect(answersOn(page).getByText(`${model} · ${name} at localhost`)).toBeVisible()
}
