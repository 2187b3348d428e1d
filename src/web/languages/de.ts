import type { Translation } from './text.ts'

const de = {} as const satisfies Translation

export default de
