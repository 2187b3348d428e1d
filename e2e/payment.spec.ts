/** Payment for Pro, with a stand-in for Stripe. */
import { startServer } from '#test/running-server.ts'
import { type StripeService, startStripeService } from '#test/stripe-service.ts'
import { expectNoViolation } from './support/axe.ts'
import { oncePerFile } from './support/once-per-file.ts'
import { signUp } from './support/user.ts'
import { expect, test as base } from './test.ts'

// In one worker: this file's server is started once.
base.describe.configure({ mode: 'default' })

const once = oncePerFile(base)

const test = base.extend<{ stripe: StripeService }>({
  // Playwright requires a destructuring pattern as first parameter.
  // eslint-disable-next-line no-empty-pattern
  stripe: async ({}, use) => use(await once('stripe', startStripeService)),
  server: async ({ stripe }, use) => {
    const server = await once('server', () => startServer({ ...stripe.settings, ADMIN_EMAILS: 'operator@example.org' }))
    stripe.webhookUrl = `${server.url}/api/stripe/webhook`
    await use(server)
  },
})

test('opens the payment page and changes the plan in every tab once the payment event arrives [payment-1]', async ({
  page,
  server,
  stripe,
}) => {
  await signUp(page, server, 'payer@example.org')
  const other = await page.context().newPage()
  await other.goto('/chats')
  await expect(other.getByText('30 credits')).toBeVisible()

  await page.goto('/')
  await page.getByRole('banner').getByRole('button', { name: 'Upgrade' }).click()
  const modal = page.getByRole('dialog')
  await expect(modal.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', /^mailto:operator@example\.org/)
  // Wait until the button is stable and not covered.
  await modal.getByRole('button', { name: 'Upgrade to Pro' }).click({ trial: true })
  await expectNoViolation(page, 'upgrade modal with payment')
  await modal.getByRole('button', { name: 'Upgrade to Pro' }).click()
  await expect(page.getByRole('heading', { name: 'Pay for Pro' })).toBeVisible()

  // Until the event arrives, the browser's return grants nothing.
  const webhookUrl = stripe.webhookUrl
  stripe.webhookUrl = null
  await page.getByRole('button', { name: 'Pay and subscribe' }).click()
  await expect(page.getByText('Confirming your payment.')).toBeVisible()
  await expect(page.getByRole('banner').getByText('30 credits')).toBeVisible()
  await expectNoViolation(page, 'payment being confirmed')

  stripe.webhookUrl = webhookUrl
  for (const event of stripe.events.slice(-3)) expect(await stripe.send(event)).toBe(200)
  await expect(page.getByText('Payment confirmed. You’re now on the Pro plan.')).toBeVisible()
  for (const tab of [page, other]) await expect(tab.getByRole('banner').getByText('300 credits')).toBeVisible()
  const facts = page.getByRole('region', { name: 'Balance and plan' })
  await expect(facts.getByText(/^Renews on/)).toBeVisible()
  await expect(facts.getByText(/to 300 credits$/)).toBeVisible()
  await expectNoViolation(page, 'usage on a paid plan')
})

test('cancels a subscription at the payment service and ends the plan with the paid period', async ({
  page,
  server,
  stripe,
}) => {
  const person = await signUp(page, server, 'leaver@example.org')
  const { body } = await person.post('/api/billing/checkout')
  await stripe.pay(new URL(body.url).pathname.split('/').at(-1) ?? '')
  await page.goto('/usage')
  await page.getByRole('button', { name: 'Manage subscription' }).click()
  await page.getByRole('button', { name: 'Cancel at the end of the period' }).click()
  await expect(page.getByText('ends with its period')).toBeVisible()
  await page.getByRole('link', { name: 'Return to Readback' }).click()
  await expect(page.getByText(/^Ends on/)).toBeVisible()
  await expect(page.getByRole('banner').getByText('300 credits')).toBeVisible()

  await page.getByRole('banner').getByRole('button', { name: 'Upgrade' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Manage subscription' }).click()
  await page.getByRole('button', { name: 'Let a payment fail' }).click()
  await page.getByRole('link', { name: 'Return to Readback' }).click()
  await expect(page.getByText('Last payment failed')).toBeVisible()
  await expect(page.getByText('Paused until your payment goes through')).toBeVisible()
  const [subscription] = [...stripe.subscriptions.values()].filter(({ status }) => status === 'past_due')
  await stripe.change(subscription?.id ?? '', { status: 'canceled' })
  await expect(page.getByRole('banner').getByText('30 credits', { exact: true })).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: /^None$/ })).toBeVisible()
})

test('reports a payment service that does not respond at the button and tries again', async ({
  page,
  server,
  stripe,
}) => {
  await signUp(page, server, 'unlucky@example.org')
  await page.goto('/usage?payment=cancelled')
  await expect(page.getByText('Payment canceled. Your plan hasn’t changed.')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Upgrade' }).click()
  stripe.next = [500, 500, 500]
  await page.getByRole('button', { name: 'Upgrade to Pro' }).click()
  await expect(page.getByText('The payment service isn’t responding. You haven’t been charged.')).toBeVisible()
  stripe.next = []
  await page.getByRole('button', { name: 'Upgrade to Pro' }).click()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByText('Payment canceled. Your plan hasn’t changed.')).toBeVisible()
})

test('asks visitors who upgrade to sign in', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Upgrade' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in to upgrade' }).click()
  await expect(page.getByRole('dialog').getByText('Sign in to continue')).toBeVisible()
})
