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
    const { message, userId } = await execute(context, command)
    context.log.info({ command: command.command, userId }, `operator: ${removeQuotedData(message)}`)
    return { ok: true, message }
  } catch (error) {
    if (error instanceof AppError) return { ok: false, message: error.message, code: error.code }
    throw error
  }
}

type AccountCommand = Extract<Command, { email: string }>
type Done = { message: string; userId?: string }

async function execute(context: CommandContext, command: Command): Promise<Done> {
  if (!('email' in command)) return { message: await copyInstallation(context, command) }
  const user = await unsafeFindUser(context.db, command.email)
  return { message: await changeAccount(context, command, user), userId: user.id }
}

async function copyInstallation(context: CommandContext, command: Exclude<Command, AccountCommand>): Promise<string> {
  const { db, appSecret, resumeWork } = context
  if (command.command === 'export') {
    const { rows } = await exportInstallation({ db, appSecret }, command.file)
    return `Wrote ${rows} rows to ${command.file}. It contains all stored data: protect it like the database.`
  }
  const { rows } = await importInstallation({ db, appSecret, ...command })
  await resumeWork?.()
  return `Imported ${rows} rows from ${command.file} and verified them. Sessions are not imported: everyone must sign in again.`
}

async function changeAccount(
  context: CommandContext,
  command: AccountCommand,
  { id: userId, email }: { id: string; email: string },
): Promise<string> {
  const { db, adminEmails } = context
  /** In the audit log, as the Admin Dashboard records the same action. */
  const record = (action: AuditAction, metadata = {}) =>
    recordAction(context, { adminId: COMMAND_LINE, action, targetType: 'user', targetId: userId, metadata })
  switch (command.command) {
    case 'grant': {
      const { changed } = await grantAdmin(db, userId)
      if (changed) await record('grant_admin')
      return changed ? `${email} is now an administrator.` : `${email} is already an administrator.`
    }
    case 'revoke': {
      const { changed } = await revokeAdmin(db, userId)
      if (changed) await record('revoke_admin')
      const result = changed ? `${email} is no longer an administrator.` : `${email} was not an administrator.`
      return adminEmails.includes(email)
        ? `${result} ADMIN_EMAILS contains this address, so the next start grants the role again.`
        : result
    }
    case 'tier': {
      const { tier } = command
      const { before, credits } = await setTier(db, { userId, tier })
      await record('change_plan', { before, tier, credits })
      return `${email} is now on the ${tier} plan with ${credits} credits.`
    }
    case 'credits': {
      const { credits } = command
      const { before } = await setCredits(db, { userId, credits })
      await record('set_credits', { before, credits })
      return `${email} now has ${credits} credits (${before} before).`
    }
  }
}
