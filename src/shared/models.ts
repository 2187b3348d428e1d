/** The models that an administrator chooses, each with its own provider, address and key. */
import { z } from 'zod'
import { ErrorBody } from './error-body.ts'
import { invalid } from './errors.ts'
import { isWebAddress } from './settings.ts'

export const ModelProvider = z.enum([
  'ollama',
  'openai',
  'anthropic',
  'google',
  'mistral',
  'openrouter',
  'azure',
  'compatible',
])
export type ModelProvider = z.infer<typeof ModelProvider>

/** `chat` answers and summarizes; `embedding` finds passages by meaning; `reranking` orders the best of them again. */
export const ModelRole = z.enum(['chat', 'embedding', 'reranking'])
export type ModelRole = z.infer<typeof ModelRole>

type Preset = {
  name: string
  /** '' when every customer has their own. */
  address: string
  needsKey: boolean
  roles: readonly ModelRole[]
}

const withEmbeddings: readonly ModelRole[] = ['chat', 'embedding']

export const presets: Record<ModelProvider, Preset> = {
  ollama: { name: 'Ollama', address: 'http://localhost:11434', needsKey: false, roles: withEmbeddings },
  openai: { name: 'OpenAI', address: 'https://api.openai.com/v1', needsKey: true, roles: withEmbeddings },
  anthropic: { name: 'Anthropic', address: 'https://api.anthropic.com/v1', needsKey: true, roles: ['chat'] },
  google: {
    name: 'Google Gemini',
    address: 'https://generativelanguage.googleapis.com/v1beta',
    needsKey: true,
    roles: withEmbeddings,
  },
  mistral: { name: 'Mistral', address: 'https://api.mistral.ai/v1', needsKey: true, roles: withEmbeddings },
  openrouter: { name: 'OpenRouter', address: 'https://openrouter.ai/api/v1', needsKey: true, roles: withEmbeddings },
  azure: { name: 'Azure OpenAI', address: '', needsKey: true, roles: withEmbeddings },
  compatible: { name: 'OpenAI-compatible', address: '', needsKey: false, roles: ModelRole.options },
}

const line = z.string().trim().max(500, invalid('settings.too-long'))
const address = line
  .refine((text) => text === '' || isWebAddress(text), invalid('settings.address-invalid'))
  .transform((text) => text.replace(/\/+$/, ''))

/** How to reach a service. An empty address is the provider's; an empty key is the stored one of the same address. */
export const ModelService = z.strictObject({
  provider: ModelProvider,
  address: address.default(''),
  key: z
    .string()
    .trim()
    .max(2000, invalid('settings.too-long'))
    .regex(/^[\x21-\x7e]*$/, invalid('settings.secret-invalid'))
    .default(''),
})
export type ModelService = z.infer<typeof ModelService>

/** US dollars per million tokens. */
export const ModelPrice = z.object({ input: z.number().nonnegative(), output: z.number().nonnegative() })
export type ModelPrice = z.infer<typeof ModelPrice>

const model = line.min(1, invalid('settings.model-missing'))
/** How much a model thinks before it answers; undefined: the model's own default. */
export const ModelEffort = z.enum(['low', 'medium', 'high'])
export type ModelEffort = z.infer<typeof ModelEffort>

/** Another model of the same service, which a user may choose for a question. */
export const AlternativeModel = z.strictObject({ model, price: ModelPrice.optional() })
export type AlternativeModel = z.infer<typeof AlternativeModel>

/** PUT /api/admin/models/{role} */
export const ModelChoice = ModelService.extend({
  model,
  /** Undefined: the cost of answers is unknown. */
  price: ModelPrice.optional(),
  /** For chat. A model that has no such setting ignores it. */
  effort: ModelEffort.optional(),
  /** For chat. */
  alternatives: z.array(AlternativeModel).max(20).default([]),
  /** Undefined: read from the service, else derived from the model's name. */
  contextTokens: z.number().int().min(2_000).max(10_000_000).optional(),
})
export type ModelChoice = z.infer<typeof ModelChoice>

export const ModelState = z.object({
  source: z.enum(['stored', 'environment']),
  provider: ModelProvider,
  address: z.string(),
  model: z.string(),
  /** Masked; '' without one. */
  key: z.string(),
  contextTokens: z.number().int().nullable(),
  price: ModelPrice.nullable(),
  effort: ModelEffort.nullable(),
  alternatives: z.array(AlternativeModel),
})
export type ModelState = z.infer<typeof ModelState>

/** What a service reads of a prompt. */
export const ModelWindow = z.object({
  model: z.string(),
  tokens: z.number().int(),
  /** The service cut a prompt at this length without reporting an error. */
  isTruncating: z.boolean(),
})
export type ModelWindow = z.infer<typeof ModelWindow>

/** GET /api/admin/models: null for a role without a model. */
export const ModelStates = z.object({
  chat: ModelState.nullable(),
  embedding: ModelState.nullable(),
  reranking: ModelState.nullable(),
  /** Of the chat model, then of the alternatives that have been used. */
  windows: z.array(ModelWindow),
})
export type ModelStates = z.infer<typeof ModelStates>

export const OfferedModel = z.object({
  id: z.string(),
  /** Undefined when the service does not say. */
  role: ModelRole.optional(),
  contextTokens: z.number().int().optional(),
  /** Size on disk. */
  bytes: z.number().optional(),
  price: ModelPrice.optional(),
  /** The host to which Ollama passes prompts on, instead of answering on its own machine. */
  remoteHost: z.string().optional(),
})
export type OfferedModel = z.infer<typeof OfferedModel>

/** A model whose service does not say what it is for answers questions. */
export const suits = (purpose: ModelRole) => (model: Pick<OfferedModel, 'role'>) => (model.role ?? 'chat') === purpose

/** POST /api/admin/models/list: `error` says why there is no list. */
export const ModelList = z.object({ models: z.array(OfferedModel), error: ErrorBody.nullable() })
export type ModelList = z.infer<typeof ModelList>

export const LocalServer = z.object({
  name: z.string(),
  provider: ModelProvider,
  address: z.string(),
  /** Empty when none is installed yet. */
  models: z.array(OfferedModel),
})
export type LocalServer = z.infer<typeof LocalServer>

/** GET /api/admin/models/found: model servers on this machine. */
export const LocalServers = z.object({ servers: z.array(LocalServer) })

/**
 * GET /api/first-steps: for the operator of an installation without an administrator. Empty on other machines and once
 * there is an administrator.
 */
export const FirstSteps = z.object({
  needsAdministrator: z.boolean(),
  servers: z.array(z.object({ name: z.string(), models: z.number().int() })),
})
export type FirstSteps = z.infer<typeof FirstSteps>

/** POST /api/admin/models/pull: for Ollama. */
export const ModelPull = z.strictObject({
  address: address.default(''),
  model,
})
export type ModelPull = z.infer<typeof ModelPull>
