/** What a person takes out of the mails that the server sends. */
import type { RunningServer } from '#test/running-server.ts'
import { waitFor } from '#test/wait-for.ts'

/** The code of a mail that came after the one with `old`. */
export const freshCode = (server: RunningServer, email: string, old: string) =>
  waitFor('a fresh code', async () => {
    const code = await server.codeFor(email)
    return code !== old && code
  })

/** The path of the newest mail's link to a new password, other than `old`. */
export const resetLink = (server: RunningServer, email: string, old = '') =>
  waitFor('the link', async () => {
    // Mails are written in quoted-printable, where = is =3D.
    const mail = (await server.mailTo(email)).replaceAll('=3D', '=')
    const link = /\/auth\/reset-password\?token=[\w-]+/.exec(mail)?.[0]
    return link !== old && link
  })
