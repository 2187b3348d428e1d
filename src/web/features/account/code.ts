import { VERIFICATION_CODE_LENGTH } from '#shared/account.ts'

/** The digits of what was typed or pasted, at most seven: "123 45-67" is 1234567. */
export function digitsOfCode(typed: string): string {
  return typed.replace(/\D/g, '').slice(0, VERIFICATION_CODE_LENGTH)
}
