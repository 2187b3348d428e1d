/** The thread that reads pages: one at a time, each answered in turn. */
import { parentPort } from 'node:worker_threads'
import { readBody, type Body } from './read-body.ts'

parentPort?.on('message', (body: Body) => {
  parentPort?.postMessage(readBody(body))
})
