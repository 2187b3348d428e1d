import { Stop } from './say.mjs'

/** The scripts themselves need Node 20; the product brings its own newer one. */
export function requireNode20() {
  if (Number(process.versions.node.split('.')[0]) < 20) {
    throw new Stop(`Readback needs Node 20 or newer to install itself; this is Node ${process.versions.node}.`)
  }
}
