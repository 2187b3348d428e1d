import { VERIFICATION_CODE_LENGTH } from '#shared/account.ts'

/** The first seven digits of typed or pasted text: "123 45-67" gives 1234567. */
export function digitsOfCode(typed: string): string {
  return typed.replace(/\D/g, '').slice(0, VERIFICATION_CODE_LENGTH)
}
