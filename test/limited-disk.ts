/** A file system that fails writes with ENOSPC once `bytesLeft` are used up. */
import { DurableFs } from '#server/platform/db/embedded/durable-fs.ts'

/** The WASI error number, which the engine was compiled for. */
const ENOSPC = 51

type Write = (stream: unknown, buffer: unknown, offset: number, length: number, position: number) => number

export class LimitedDisk extends DurableFs {
  bytesLeft = Infinity

  override async init(...args: Parameters<DurableFs['init']>): ReturnType<DurableFs['init']> {
    const prepared = await super.init(...args)
    prepared.emscriptenOpts.preRun?.push((engine) => {
      // Emscripten's types omit these internals of its file system.
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
