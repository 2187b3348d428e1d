/** A page that says nothing until a browser has run its script, and the browser that does. */
import { delimiter } from 'node:path'

export const sentence = 'The lighthouse of Hook Head was built in the thirteenth century by William Marshal.'
/** The browser of this machine. */
export const here = {
  chromiumPath: process.env['CHROMIUM_PATH'],
  programFolders: (process.env['PATH'] ?? '').split(delimiter),
}
/** A page without text, with a script. */
export const app = (script: string) => `<title>App</title><div id="root"></div><script>${script}</script>`
export const draws = app(`setTimeout(() => { document.getElementById('root').innerHTML =
  '<h1>Hook</h1><p>${sentence}</p><a href="next">Next</a>' }, 50)`)
