/** Another way in: an OpenID Connect issuer. */
import { startIssuer } from '#test/issuer.ts'
import { startServer } from '#test/running-server.ts'
import { expectNoViolation } from './axe.ts'
import { PASSWORD, accountScreens, section, signInButton, signOut } from './screens/account.ts'
import { expect, test } from './test.ts'

test('an outside issuer lets a person in, and is linked and unlinked on the account screen', async ({ browser }) => {
  const issuer = await startIssuer()
  issuer.person.email = 'outside@example.org'
  const server = await startServer({
    OIDC_ISSUER: issuer.url,
    OIDC_CLIENT_ID: issuer.clientId,
    OIDC_CLIENT_SECRET: issuer.clientSecret,
    OIDC_NAME: 'Example Login',
  })
  const context = await browser.newContext({ baseURL: server.url })
  const page = await context.newPage()
  const { dialog } = accountScreens(page, server)
  try {
    await page.goto('/')
    await page.getByRole('button', { name: 'Chats' }).click()
    const enterOutside = dialog.getByRole('button', { name: 'Continue with Example Login' })
    await expect(enterOutside).toBeVisible()
    await expectNoViolation(page, 'modal with an issuer')
    await enterOutside.click()
    await page.waitForURL('**/chats')
    await expect(page.getByRole('heading', { name: 'My Chats' })).toBeVisible()

    await page.goto('/account')
    const ways = section(page, 'Ways in')
    await ways.getByRole('button', { name: 'Unlink' }).click()
    await expect(ways.getByRole('alert')).toHaveText('This is your only way in. Set a password first.')
    const password = section(page, 'Password')
    await password.getByLabel('New password', { exact: true }).fill(PASSWORD)
    await password.getByLabel('Confirm new password').fill(PASSWORD)
    await password.getByRole('button', { name: 'Set password' }).click()
    await expect(password.getByLabel('Current password')).toBeVisible()
    await ways.getByRole('button', { name: 'Unlink' }).click()
    await expect(ways.getByRole('listitem')).toHaveCount(1)
    await expectNoViolation(page, 'ways in')
    await ways.getByRole('button', { name: 'Link Example Login' }).click()
    await expect(ways.getByRole('listitem')).toHaveCount(2)

    // An address that the issuer does not vouch for opens nothing.
    await signOut(page)
    issuer.person = { sub: 'two', email: 'unproven@example.org', email_verified: false, name: 'Two' }
    await signInButton(page).click()
    await enterOutside.click()
    await expect(dialog.getByRole('alert')).toHaveText(
      'Signing in through Example Login did not succeed. Please try again.',
    )
  } finally {
    await context.close()
    await server.close()
    await issuer.close()
  }
})
