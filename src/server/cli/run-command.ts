/** The operator commands: their arguments, actions and result messages. */
import { z } from 'zod'
import { type AuditAction, COMMAND_LINE, MOST_CREDITS } from '#shared/admin.ts'
import { AppError } from '#shared/errors.ts'
import { Tier } from '#shared/tier.ts'
import { setTier } from '#server/admin/set-tier.ts'
import { unsafeFindUser } from '#server/admin/find-user.ts'
import { grantAdmin } from '#server/admin/grant-admin.ts'
import { recordAction } from '#server/admin/record-action.ts'
import { revokeAdmin } from '#server/admin/revoke-admin.ts'
import { setCredits } from '#server/admin/set-credits.ts'
import { exportInstallation } from '#server/backup/export-installation.ts'
import { importInstallation } from '#server/backup/import-installation.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type Log, removeQuotedData } from '#server/platform/log.ts'

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

/** `code` is the error code of a failure. */
export const Outcome = z.object({ ok: z.boolean(), message: z.string(), code: z.string().optional() })
export type Outcome = z.infer<typeof Outcome>

export type CommandContext = {
  db: Db
  log: Log
  adminEmails: string[]
  appSecret: string
  /** Called after an import, to resume unfinished work on the imported pages. */
  resumeWork?: () => Promise<void>
}

/** An AppError becomes an outcome; other errors are thrown. */
export async function runCommand(context: CommandContext, command: Command): Promise<Outcome> {
  try {
    const message = await execute(context, command)
    const account = 'email' in command ? await unsafeFindUser(context.db, command.email).catch(() => null) : null
    context.log.info({ command: command.command, userId: account?.id }, `operator: ${removeQuotedData(message)}`)
    return { ok: true, message }
  } catch (error) {
    if (error instanceof AppError) return { ok: false, message: error.message, code: error.code }
    throw error
  }
}

async function execute(context: CommandContext, command: Command): Promise<string> {
  const { db, adminEmails, appSecret, resumeWork } = context
  switch (command.command) {
    case 'grant': {
      const { email, changed } = await grantAdmin(db, command.email)
      if (changed) await record(context, email, 'grant_admin')
      return changed ? `${email} is now an administrator.` : `${email} is already an administrator.`
    }
    case 'revoke': {
      const { email, changed } = await revokeAdmin(db, command.email)
      if (changed) await record(context, email, 'revoke_admin')
      const result = changed ? `${email} is no longer an administrator.` : `${email} was not an administrator.`
      return adminEmails.includes(email)
        ? `${result} ADMIN_EMAILS contains this address, so the next start grants the role again.`
        : result
    }
    case 'tier': {
      const { email, before, tier, credits } = await setTier(db, command)
      await record(context, email, 'change_plan', { before, tier, credits })
      return `${email} is now on the ${tier} plan with ${credits} credits.`
    }
    case 'export': {
      const { rows } = await exportInstallation({ db, appSecret }, command.file)
      return `Wrote ${rows} rows to ${command.file}. It contains all stored data: protect it like the database.`
    }
    case 'import': {
      const { rows } = await importInstallation({ db, appSecret, ...command })
      await resumeWork?.()
      return `Imported ${rows} rows from ${command.file} and verified them. Sessions are not imported: everyone must sign in again.`
    }
    case 'credits': {
      const { email, credits, before } = await setCredits(db, command)
      await record(context, email, 'set_credits', { before, credits })
      return `${email} now has ${credits} credits (${before} before).`
    }
  }
}

/** In the audit log, as the Admin Dashboard records the same action. */
async function record(context: CommandContext, email: string, action: AuditAction, metadata = {}) {
  const { id } = await unsafeFindUser(context.db, email)
  await recordAction(context, { adminId: COMMAND_LINE, action, targetType: 'user', targetId: id, metadata })
}
