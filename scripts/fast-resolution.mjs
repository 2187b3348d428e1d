/**
 * Loaded with `--import` into the server and into all processes of the test suites. Node parses the package.json of
 * drizzle-orm, 180 kB, for each of its modules and each import of it, which is half of the CPU time of loading the
 * server. These hooks resolve the same files without it.
 */
import module from 'node:module'

const packages = new Map()

// The Node that runs npm may be too old for hooks.
module.registerHooks?.({
  resolve(specifier, context, nextResolve) {
    if (specifier.startsWith('.') && context.parentURL?.includes('/node_modules/drizzle-orm/')) {
      return { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true }
    }
    if (!/^drizzle-orm(\/|$)/.test(specifier)) return nextResolve(specifier, context)
    if (!packages.has(specifier)) packages.set(specifier, nextResolve(specifier, context))
    return { ...packages.get(specifier), shortCircuit: true }
  },
})
