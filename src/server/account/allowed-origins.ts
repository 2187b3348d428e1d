/**
 * The origins from which a browser may change anything: APP_URL's, and when that is this very machine, its other
 * names on the same port, since people type 127.0.0.1 for localhost.
 */
export function allowedOrigins(appUrl: string): string[] {
  const { protocol, hostname, port, origin } = new URL(appUrl)
  const names = ['localhost', '127.0.0.1', '[::1]']
  if (!names.includes(hostname)) return [origin]
  return [
    origin,
    ...names.map((name) => new URL(`${protocol}//${name}:${port}`).origin).filter((other) => other !== origin),
  ]
}
