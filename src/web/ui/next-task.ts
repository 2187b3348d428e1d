/**
 * Resolves in the next task. Work that is split into tasks of less than 50 ms leaves the browser time for input and
 * paint, also on a phone.
 */
export const nextTask = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => (port1.close(), resolve()), { once: true })
    port1.start()
    port2.postMessage(null)
  })
