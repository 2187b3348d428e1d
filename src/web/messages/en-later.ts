/** English texts of screens that load later: the tabs of a notebook, and the consent to a program. */
import { keepTogether } from './keep-together.ts'
import { reports } from './en/changes.ts'
import { authorize } from './en/connect.ts'
import { audit, gaps } from './en/gaps.ts'
import { publishing } from './en/publishing.ts'

export const enLater = keepTogether({ reports, gaps, audit, publishing, authorize } as const)
