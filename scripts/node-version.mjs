import { ScriptError } from './terminal.mjs'

/** The scripts need Node 20. The product installs its own newer one. */
export function requireNode20() {
  if (Number(process.versions.node.split('.')[0]) < 20) {
    throw new ScriptError(
      `Readback needs Node 20 or newer, but this is Node ${process.versions.node}. Install a newer one and start again.`,
    )
  }
}
