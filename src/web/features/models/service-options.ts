/** What the picker of a provider offers: the servers of this machine first, then hosted services, then any other. */
import { type LocalServer, ModelProvider, type ModelRole, type ModelState, presets } from '#shared/models.ts'
import { t } from '#web/messages/t.ts'

export type ServiceOption = {
  name: string
  provider: ModelProvider
  /** '' when every customer has their own. */
  address: string
  needsKey: boolean
  isLocal: boolean
  /** Its page in the manual, below /models. */
  helpPage: string
  /** If it was found on this machine. */
  models?: number
}

type LocalService = Pick<ServiceOption, 'name' | 'provider' | 'address' | 'helpPage'> & { roles: readonly ModelRole[] }

/** At their usual ports. */
const localServices: readonly LocalService[] = [
  presetOf('ollama'),
  {
    ...compatible('LM Studio', 'http://localhost:1234/v1', 'lm-studio'),
    roles: ['chat', 'embedding'],
  },
  compatible('llama.cpp', 'http://localhost:8080/v1', 'llama-cpp'),
  compatible('vLLM', 'http://localhost:8000/v1', 'vllm'),
]

function presetOf(provider: ModelProvider) {
  const { name, address, needsKey, roles } = presets[provider]
  return { name, provider, address, needsKey, roles, helpPage: provider }
}

function compatible(name: string, address: string, helpPage: string): LocalService {
  return { ...presetOf('compatible'), name, address, helpPage }
}

/** Any service; every role can use one. */
export const otherService: ServiceOption = { ...presetOf('compatible'), isLocal: false }

/** The name of a service in the language of the screens: all but one are proper names. */
export const labelOf = (name: string) => (name === presets.compatible.name ? t('models.compatible') : name)

/** A server that was found has the address where it was found, which in a container is not the usual one. */
export function serviceOptions(purpose: ModelRole, servers: readonly LocalServer[]): ServiceOption[] {
  const local = localServices.map((service) => {
    const found = servers.find((server) => server.name === service.name)
    const address = found?.address ?? service.address
    return { ...service, address, needsKey: false, isLocal: true, ...(found && { models: found.models.length }) }
  })
  const hosted = ModelProvider.options
    .filter((provider) => provider !== 'ollama')
    .map((provider) => ({ ...presetOf(provider), isLocal: false }))
  return [...local, ...hosted].filter(({ roles }) => roles.includes(purpose))
}

/** The option of a service in use: servers of this machine share a protocol with any other compatible service. */
export function optionOf(
  { provider, address }: Pick<ModelState, 'provider' | 'address'>,
  options: readonly ServiceOption[],
): ServiceOption {
  const same = options.filter((option) => option.provider === provider)
  return same.find((option) => option.address === address) ?? same.at(-1) ?? otherService
}
