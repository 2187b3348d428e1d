/** Worker threads for the computations that would block the event loop. */
import { flushCompileCache, getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { type ResourceLimits, Worker } from 'node:worker_threads'

/**
 * Starts the module `url`, without this process's environment, which holds secrets. With Node's compile cache a thread
 * needs 70 instead of 190 ms of processor time until it is ready, and loads no WebAssembly: without the cache Node
 * strips the types with it, and V8 may end the process when threads that use it come and go (nodejs/node#64500).
 */
export function startWorkerThread(url: URL, resourceLimits: ResourceLimits = {}): Worker {
  const cache = getCompileCacheDir()
  // The directory has a folder for each version of Node.
  return new Worker(url, { resourceLimits, env: cache ? { NODE_COMPILE_CACHE: dirname(cache) } : {} })
}

/** The thread's side, once its modules are loaded: Node saves their compiled code at exit, but not when terminated. */
export function saveCompiledModules() {
  flushCompileCache()
}
