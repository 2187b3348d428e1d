import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import util from 'node:util'

/**
 * Where an installed package keeps its data: DATA_DIR of the environment or of .env in the current folder, else the
 * data folder of the user account.
 * @param {{ env: Record<string, string | undefined>, folder: string, home: string, platform: NodeJS.Platform }} options
 */
export function packageDataFolder({ env, folder, home, platform }) {
  const file = join(folder, '.env')
  const written = existsSync(file) ? util.parseEnv(readFileSync(file, 'utf8')).DATA_DIR : ''
  if (env.DATA_DIR || written) return env.DATA_DIR || written
  return join(userDataFolder({ env, home, platform }), 'readback')
}

function userDataFolder({ env, home, platform }) {
  if (platform === 'win32') return env.LOCALAPPDATA || join(home, 'AppData', 'Local')
  if (platform === 'darwin') return join(home, 'Library', 'Application Support')
  return env.XDG_DATA_HOME || join(home, '.local', 'share')
}
