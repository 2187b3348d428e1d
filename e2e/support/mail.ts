/** Codes and links from the mails that the server sends. */
import type { RunningServer } from '#test/running-server.ts'
import { waitFor } from '#test/wait-for.ts'

/** Waits for a code other than `old`. */
export const nextCode = (server: RunningServer, email: string, old: string) =>
  waitFor('a new code', async () => {
    const code = await server.codeFor(email)
    return code !== old && code
  })

/** Waits for a password reset link other than `old`. Returns its path. */
export const resetLink = (server: RunningServer, email: string, old = '') =>
  waitFor('the reset link', async () => {
    // Mails are quoted-printable, where = is =3D.
    const mail = (await server.mailTo(email)).replaceAll('=3D', '=')
    const link = /\/auth\/reset-password\?token=[\w-]+/.exec(mail)?.[0]
    return link !== old && link
  })
