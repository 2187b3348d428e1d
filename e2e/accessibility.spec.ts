/** Every screen under axe, in light and dark colours, wide and narrow. */
import { expectNoViolation } from './axe.ts'
import { accountScreens } from './screens/account.ts'
import { crawlScreen } from './screens/crawl-screen.ts'
import { expect, test } from './test.ts'

for (const [name, viewport] of [
  ['a wide screen', { width: 1440, height: 900 }],
  ['a phone', { width: 390, height: 844 }],
] as const) {
  test(`no screen has an accessibility violation on ${name}`, async ({ page, server }) => {
    test.setTimeout(180_000)
    await page.setViewportSize(viewport)
    const account = accountScreens(page, server)
    const screen = crawlScreen(page)
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Try it on our manual' })).toBeVisible()
    await expectNoViolation(page, 'first visit')

    await page.getByRole('button', { name: 'Try it on our manual' }).click()
    await expect(account.dialog).toBeVisible()
    await expectNoViolation(page, 'sign-in modal')
    await account.signUp(`axe-${viewport.width}@example.org`, () => expectNoViolation(page, 'verification'))

    await expect(screen.foundPages.getByText(/pages read from/)).toBeVisible({ timeout: 60_000 })
    await screen.foundPages.getByRole('button', { name: 'Select all' }).click()
    await expectNoViolation(page, 'found pages')
    await screen.process()
    await screen.ask('How many pages does the free plan crawl?')
    await expectNoViolation(page, 'an answer')
    await page.getByRole('button', { name: /^Citation 1:/ }).first().click()
    await expect(page.locator('mark').first()).toBeVisible()
    await expectNoViolation(page, 'a cited page')
    await page.getByRole('button', { name: 'Close' }).first().click()

    await page.getByRole('button', { name: 'Save Chat' }).click()
    await expectNoViolation(page, 'save chat modal')
    await page.getByRole('dialog').getByRole('button', { name: 'Save Chat' }).click()
    await page.waitForURL(/\/chats\/[0-9a-f-]{36}$/)
    await expect(page.getByText(/citations? verified/)).toBeVisible()
    await expectNoViolation(page, 'chat detail')
    await page.goto('/chats')
    await expect(page.getByRole('link', { name: /free plan/ })).toBeVisible()
    await expectNoViolation(page, 'my chats')
    await page.goto('/account')
    await expect(page.getByText('this session')).toBeVisible()
    await expectNoViolation(page, 'account')
    await page.goto('/auth/reset-password?token=from-a-mail')
    await expect(page.getByLabel('Confirm new password')).toBeVisible()
    await expectNoViolation(page, 'new password')
    await page.goto('/nowhere')
    await expectNoViolation(page, 'not found')
  })
}
