/** A page whose content is rendered by script, and the browser configuration to read it. */
import { delimiter } from 'node:path'

export const sentence = 'The lighthouse of Hook Head was built in the thirteenth century by William Marshal.'
/** Where to find the browser of this machine. */
export const here = {
  chromiumPath: process.env['CHROMIUM_PATH'],
  programFolders: (process.env['PATH'] ?? '').split(delimiter),
}
/** A page without text that runs `script`. */
export const app = (script: string) => `<title>App</title><div id="root"></div><script>${script}</script>`
export const draws = app(`setTimeout(() => { document.getElementById('root').innerHTML =
  '<h1>Hook</h1><p>${sentence}</p><a href="next">Next</a>' }, 50)`)
