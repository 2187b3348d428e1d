/** Paying for Pro, from the upgrade modal to the provider's pages and back; the provider is played by a stand-in. */
import { startServer } from '#test/running-server.ts'
import { type StripeService, startStripeService } from '#test/stripe-service.ts'
import { expectNoViolation } from './axe.ts'
import { enter } from './person.ts'
import { expect, test as base } from './test.ts'

const test = base.extend<object, { stripe: StripeService }>({
  stripe: [
    // Playwright reads the fixtures a fixture needs from its first argument, which must therefore be a pattern.
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const stripe = await startStripeService()
      await use(stripe)
      await stripe.close()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ stripe }, use) => {
      const server = await startServer({ ...stripe.settings, ADMIN_EMAILS: 'operator@example.org' })
      stripe.webhookUrl = `${server.url}/api/stripe/webhook`
      await use(server)
      await server.close()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
})

test('Upgrade leads to the payment page and back, and the plan changes in every tab once the payment is told', async ({ page, server, stripe }) => {
  await enter(page, server, 'payer@example.org')
  const other = await page.context().newPage()
  await other.goto('/chats')
  await expect(other.getByText('30 credits')).toBeVisible()

  await page.goto('/')
  await page.getByRole('banner').getByRole('button', { name: 'Upgrade' }).click()
  const modal = page.getByRole('dialog')
  await expect(modal.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', /^mailto:operator@example\.org/)
  // Stands still, and is reached by nothing that lies over it.
  await modal.getByRole('button', { name: 'Upgrade to Pro' }).click({ trial: true })
  await expectNoViolation(page, 'upgrade modal with payment')
  await modal.getByRole('button', { name: 'Upgrade to Pro' }).click()
  await expect(page.getByRole('heading', { name: 'Pay for Pro' })).toBeVisible()

  // The event is late: what the browser brings back grants nothing.
  const webhookUrl = stripe.webhookUrl
  stripe.webhookUrl = null
  await page.getByRole('button', { name: 'Pay and subscribe' }).click()
  await expect(page.getByText('Your payment is being confirmed.')).toBeVisible()
  await expect(page.getByRole('banner').getByText('30 credits')).toBeVisible()
  await expectNoViolation(page, 'payment being confirmed')

  stripe.webhookUrl = webhookUrl
  for (const event of stripe.events.slice(-3)) expect(await stripe.send(event)).toBe(200)
  await expect(page.getByText('Your payment is confirmed, and Pro is yours.')).toBeVisible()
  for (const tab of [page, other]) await expect(tab.getByRole('banner').getByText('300 credits')).toBeVisible()
  const facts = page.getByRole('region', { name: 'Balance and plan' })
  await expect(facts.getByText(/^Renews on/)).toBeVisible()
  await expect(facts.getByText(/to 300 credits$/)).toBeVisible()
  await expectNoViolation(page, 'usage of someone who pays')
})

test('a subscription is cancelled on the pages of the payment service, and the plan ends with its time', async ({ page, server, stripe }) => {
  const person = await enter(page, server, 'leaver@example.org')
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
  await expect(page.getByText('The last payment failed')).toBeVisible()
  await expect(page.getByText('Waits until your payment is made')).toBeVisible()
  const [subscription] = [...stripe.subscriptions.values()].filter(({ status }) => status === 'past_due')
  await stripe.change(subscription?.id ?? '', { status: 'canceled' })
  await expect(page.getByRole('banner').getByText('30 credits', { exact: true })).toBeVisible()
  await expect(page.getByText('None on the free plan')).toBeVisible()
})

test('a payment service that does not answer is said where the button is, and can be tried again', async ({ page, server, stripe }) => {
  await enter(page, server, 'unlucky@example.org')
  await page.goto('/usage?payment=cancelled')
  await expect(page.getByText('Nothing was paid. Your plan is as it was.')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Upgrade' }).click()
  stripe.next = [500, 500, 500]
  await page.getByRole('button', { name: 'Upgrade to Pro' }).click()
  await expect(page.getByText('The payment service does not answer. Nothing was charged.')).toBeVisible()
  stripe.next = []
  await page.getByRole('button', { name: 'Upgrade to Pro' }).click()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByText('Nothing was paid. Your plan is as it was.')).toBeVisible()
})

test('a visitor who wishes to upgrade is asked to sign in', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Upgrade' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in to upgrade' }).click()
  await expect(page.getByRole('dialog').getByText('Sign in to continue')).toBeVisible()
})
