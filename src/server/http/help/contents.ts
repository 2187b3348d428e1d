/** The pages of the manual in reading order. `file` is relative to manual/. */
export const contents = [
  { path: '/help', file: 'index.md' },
  { path: '/help/crawling', file: 'crawling.md' },
  { path: '/help/crawling/skipped-addresses', file: 'crawling/skipped-addresses.md' },
  { path: '/help/asking', file: 'asking.md' },
  { path: '/help/testing', file: 'testing.md' },
  { path: '/help/plans', file: 'plans.md' },
  { path: '/help/running', file: 'running.md' },
  { path: '/help/running/settings', file: 'running/settings.md' },
  { path: '/help/robots', file: 'robots.md' },
  { path: '/help/privacy', file: 'privacy.md' },
] as const

const providers = [
  'ollama',
  'lm-studio',
  'llama-cpp',
  'vllm',
  'openai',
  'anthropic',
  'google',
  'mistral',
  'openrouter',
  'azure',
  'compatible',
] as const

/** Pages beside the reading order, which the navigation leaves out: a crawl of the free plan reads the others first. */
export const asides = [
  { path: '/help/models', file: 'models.md' },
  ...providers.map((name) => ({ path: `/help/models/${name}`, file: `models/${name}.md` })),
]
