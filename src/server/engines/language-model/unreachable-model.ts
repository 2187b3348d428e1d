/** "ollama", "localhost:11434", "nas.local", "10.0.0.5", "[::1]:8080": a machine of the operator, not a provider's. */
const OWN_HOST = /^(?:[^.:]+|[\d.]+|\[.*\]|.+\.(?:local|localhost|internal|intranet|lan|home|test))(?::\d+)?$/i

/** A model server of the operator may be down; a provider's rarely is, so the connection of this server is. */
export const unreachableModelCode = (host: string) =>
  OWN_HOST.test(host) ? ('model.unreachable' as const) : ('model.provider-unreachable' as const)
