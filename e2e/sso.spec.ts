/** Sign-in through an OpenID Connect issuer. */
import { startIssuer } from '#test/oidc-issuer.ts'
import { startServer } from '#test/running-server.ts'
import { expectNoViolation } from './support/axe.ts'
import { PASSWORD, accountScreens, section, signInButton, signOut } from './support/account-screens.ts'
import { openInApp } from './support/open-in-app.ts'
import { expect, test } from './test.ts'

test('signs in through an OpenID Connect issuer, and links and unlinks it', async ({ browser }) => {
  const issuer = await startIssuer()
  issuer.person.email = 'outside@example.org'
  const server = await startServer({
    // Empty, as after an installation. The servers of other tests start with a migrated database.
    DATA_DIR: test.info().outputPath('data'),
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
    const continueWithIssuer = dialog.getByRole('button', { name: 'Continue with Example Login' })
    await expect(continueWithIssuer).toBeVisible()
    await expectNoViolation(page, 'modal with an issuer')
    await continueWithIssuer.click()
    await page.waitForURL('**/chats')
    await expect(page.getByRole('heading', { name: 'My Chats' })).toBeVisible()

    await openInApp(page, '/account')
    const ways = section(page, 'Sign-in methods')
    await ways.getByRole('button', { name: 'Unlink' }).click()
    await expect(ways.getByRole('alert')).toHaveText('This is your only sign-in method. Set a password first.')
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

    // An address that the issuer has not verified is rejected.
    await signOut(page)
    issuer.person = { sub: 'two', email: 'unproven@example.org', email_verified: false, name: 'Two' }
    await signInButton(page).click()
    await continueWithIssuer.click()
    await expect(dialog.getByRole('alert')).toHaveText('Couldn’t sign you in with Example Login. Try again.')

    // An address of the callback that was used already leads to a page that says so.
    await page.goto('/api/auth/callback/oidc?state=used&code=used')
    expect(new URL(page.url()).searchParams.get('error')).not.toBeNull()
    await expect(dialog.getByRole('alert')).toHaveText('Couldn’t sign you in with Example Login. Try again.')
  } finally {
    await context.close()
    await server.close()
    await issuer.close()
  }
})
