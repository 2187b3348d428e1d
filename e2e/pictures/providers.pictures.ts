/** The first set-up of each provider against its stand-in, for docs/providers. */
import { firstSetUps, setUpModel } from '#e2e/support/set-up-model.ts'
import { signUp } from '#e2e/support/user.ts'
import { test } from '#e2e/test.ts'

test('first set-up of each provider', async ({ page, server }) => {
  await signUp(page, server, 'picture-providers@example.org')
  await server.admin(['grant', 'picture-providers@example.org'])
  await page.goto('/admin/settings')
  const form = page.getByRole('region', { name: 'Answers and summaries' })
  for (const setUp of firstSetUps) {
    const path = `docs/providers/${setUp.name}.webp`
    await setUpModel(page, setUp, () => form.screenshot({ path, type: 'webp', quality: 60, animations: 'disabled' }))
  }
})
