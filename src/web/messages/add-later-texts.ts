/** Imported by the screens and features that use the texts of en-later.ts, for its effect. */
import { enLater } from './en-later.ts'
import { addTexts } from './t.ts'

addTexts(enLater)
