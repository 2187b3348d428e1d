/**
 * The origins from which a browser may change data: the origin of APP_URL, and for a loopback APP_URL its other names
 * on the same port, because people open 127.0.0.1 instead of localhost.
 */
export function allowedOrigins(appUrl: string): string[] {
  const { protocol, hostname, port, origin } = new URL(appUrl)
  const loopbackNames = ['localhost', '127.0.0.1', '[::1]']
  if (!loopbackNames.includes(hostname)) return [origin]
  const aliases = loopbackNames.map((name) => new URL(`${protocol}//${name}:${port}`).origin)
  return [origin, ...aliases.filter((alias) => alias !== origin)]
}
