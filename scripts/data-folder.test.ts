import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { packageDataFolder } from './data-folder.mjs'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'readback-env-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const home = '/home/someone'
const on = (platform: NodeJS.Platform, env = {}) => packageDataFolder({ env, folder, home, platform })

test('an installed package keeps its data in the data folder of the user account', () => {
  expect(on('linux')).toBe('/home/someone/.local/share/readback')
  expect(on('linux', { XDG_DATA_HOME: '/data' })).toBe('/data/readback')
  expect(on('darwin')).toBe('/home/someone/Library/Application Support/readback')
  expect(on('win32', { LOCALAPPDATA: '/local' })).toBe('/local/readback')
})

test('DATA_DIR of .env names another folder, and DATA_DIR of the environment wins', () => {
  writeFileSync(join(folder, '.env'), 'PORT=3000\r\nexport DATA_DIR="/srv/with space" # disk\r\n')
  expect(on('linux')).toBe('/srv/with space')
  expect(on('linux', { DATA_DIR: '/elsewhere' })).toBe('/elsewhere')
})
