#!/usr/bin/env node
// The `readback` command of the published package. In a clone it runs the same programs as the npm scripts.
import { readFileSync } from 'node:fs'
import { homedir, platform } from 'node:os'
import { join } from 'node:path'
import { runProgram } from './admin.mjs'
import { packageDataFolder } from './data-folder.mjs'
import { requireNode20 } from './node-version.mjs'
import { isClone, root } from './run.mjs'
import { serve } from './serve.mjs'
import { print, runScript, ScriptError } from './terminal.mjs'

// In a clone, the server itself reads DATA_DIR and defaults to ./data.
const dataFolder = isClone
  ? process.env.DATA_DIR
  : packageDataFolder({ env: process.env, folder: process.cwd(), home: homedir(), platform: platform() })

const USAGE = `Usage: readback COMMAND

  start                          serve http://localhost:3000
  mcp [--email EMAIL]            MCP over stdio, with the installation on this machine
  mcp --url URL                  MCP over stdio, with a server elsewhere; its API key in READBACK_API_KEY
  check [FILE] [options]         check the questions of a golden file against a website
  admin grant|revoke EMAIL       make an account an administrator, or remove the role
  admin tier EMAIL PLAN          change a plan: free, pro or enterprise
  admin credits EMAIL N          set a balance
  export FILE · import FILE      back up all data, restore it

Settings come from the environment and from .env in this folder. Data is stored in DATA_DIR, here ${dataFolder ?? './data'}.`

await runScript(async () => {
  requireNode20()
  const [command, ...args] = process.argv.slice(2)
  if (dataFolder) process.env.DATA_DIR = dataFolder
  // The programs run in the folder of the installation and resolve paths against this one.
  process.env.INIT_CWD = process.cwd()
  switch (command) {
    case 'start':
      return start(args)
    case 'mcp':
    case 'export':
    case 'import':
      return runProgram([command, ...args])
    case 'check':
      return runProgram(['check-site', ...args])
    case 'admin':
      return runProgram(args)
    case '--version':
      print(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version)
      return 0
    case undefined:
    case 'help':
    case '--help':
      print(USAGE)
      return 0
    default:
      throw new ScriptError(`Unknown command "${command}".\n\n${USAGE}`, 2)
  }
})

async function start(args) {
  if (!isClone) return serve(args)
  const { startClone } = await import('./start.mjs')
  return startClone(args)
}
