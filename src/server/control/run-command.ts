/** The operator's commands: what each carries, what it does, and the sentence it answers. */
import { z } from 'zod'
import { MOST_CREDITS } from '#shared/admin.ts'
import { AppError } from '#shared/errors.ts'
import { Tier } from '#shared/plans.ts'
import { changeTier } from '#server/admin/change-tier.ts'
import { unsafeFindAccount } from '#server/admin/find-account.ts'
import { grantAdmin } from '#server/admin/grant-admin.ts'
import { revokeAdmin } from '#server/admin/revoke-admin.ts'
import { setCredits } from '#server/admin/set-credits.ts'
import { exportInstallation } from '#server/backup/export-installation.ts'
import { importInstallation } from '#server/backup/import-installation.ts'
import type { Db } from '#server/db/database.ts'
import { type Log, withoutQuotes } from '#server/log.ts'

const email = z.email()

export const Command = z.discriminatedUnion('command', [
  z.strictObject({ command: z.literal('grant'), email }),
  z.strictObject({ command: z.literal('revoke'), email }),
  z.strictObject({ command: z.literal('tier'), email, tier: Tier }),
  z.strictObject({ command: z.literal('export'), file: z.string().min(1) }),
  z.strictObject({ command: z.literal('import'), file: z.string().min(1), oldSecret: z.string().optional() }),
  z.strictObject({ command: z.literal('credits'), email, credits: z.number().int().min(0).max(MOST_CREDITS) }),
])
export type Command = z.infer<typeof Command>

/** `code` says why it could not be done. */
export const Outcome = z.object({ ok: z.boolean(), sentence: z.string(), code: z.string().optional() })
export type Outcome = z.infer<typeof Outcome>

export type CommandNeeds = {
  db: Db
  log: Log
  adminEmails: string[]
  appSecret: string
  /** Called after an import: what was left to do for the pages that came in is taken up. */
  takeUp?: () => Promise<void>
}

/** Never rejects for what the operator can put right: that is an outcome too. */
export async function runCommand(needs: CommandNeeds, command: Command): Promise<Outcome> {
  try {
    const sentence = await carryOut(needs, command)
    // An operator at a shell has no administrator's id, so the audit table cannot name one; the log does.
    const account = 'email' in command ? await unsafeFindAccount(needs.db, command.email).catch(() => null) : null
    needs.log.info({ command: command.command, userId: account?.id }, `operator: ${withoutQuotes(sentence)}`)
    return { ok: true, sentence }
  } catch (error) {
    if (error instanceof AppError) return { ok: false, sentence: error.message, code: error.code }
    throw error
  }
}

async function carryOut({ db, adminEmails, appSecret, takeUp }: CommandNeeds, command: Command): Promise<string> {
  switch (command.command) {
    case 'grant': {
      const { email, changed } = await grantAdmin(db, command.email)
      return changed ? `${email} is now an administrator.` : `${email} already was an administrator.`
    }
    case 'revoke': {
      const { email, changed } = await revokeAdmin(db, command.email)
      const said = changed ? `${email} is no longer an administrator.` : `${email} was not an administrator.`
      return adminEmails.includes(email)
        ? `${said} ADMIN_EMAILS names this address, so the next start grants it again.`
        : said
    }
    case 'tier': {
      const { email, tier, credits } = await changeTier(db, command)
      return `${email} is now on the ${tier} plan with ${credits} credits.`
    }
    case 'export': {
      const { rows } = await exportInstallation({ db, appSecret }, command.file)
      return `Wrote ${rows} rows to ${command.file}. It holds everything that people stored: keep it as safe as the database.`
    }
    case 'import': {
      const { rows } = await importInstallation({ db, appSecret, ...command })
      await takeUp?.()
      return `Imported ${rows} rows from ${command.file}, each the same as when it was exported. Everybody signs in again.`
    }
    case 'credits': {
      const { email, credits, before } = await setCredits(db, command)
      return `${email} now has ${credits} credits (${before} before).`
    }
  }
}
