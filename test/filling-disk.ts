/** A disk that can be full: once `bytesLeft` are written, the engine is told what a full one tells. */
import { DurableFs } from '#server/db/embedded/durable-fs.ts'

/** As WASI numbers errors, which is how the engine was compiled. */
const ENOSPC = 51

type Write = (stream: unknown, buffer: unknown, offset: number, length: number, position: number) => number

export class FillingDisk extends DurableFs {
  bytesLeft = Infinity

  override async init(...args: Parameters<DurableFs['init']>): ReturnType<DurableFs['init']> {
    const prepared = await super.init(...args)
    prepared.emscriptenOpts.preRun?.push((engine) => {
      // Emscripten's types leave out the parts of its file system that its own code calls.
      const { stream_ops: operations } = engine.NODEFS as unknown as { stream_ops: { write: Write } }
      const write = operations.write
      operations.write = (stream, buffer, offset, length, position) => {
        if (length > this.bytesLeft) throw new engine.FS.ErrnoError(ENOSPC)
        this.bytesLeft -= length
        return write(stream, buffer, offset, length, position)
      }
    })
    return prepared
  }
}
