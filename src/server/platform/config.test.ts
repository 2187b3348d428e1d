import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { listSettings } from './environment.ts'
import { OperatorError } from './operator-error.ts'

describe('readConfig', () => {
  it('uses a default for every setting that is not given', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      appUrl: 'http://localhost:3000',
      role: 'all',
      defaultTier: 'free',
      crawlDelayMs: { from: 3000, to: 4999 },
      retryBackoffMs: 10_000,
      allowPrivateHosts: [],
      databaseUrl: undefined,
      databaseDirectUrl: undefined,
      databaseReplicaUrl: undefined,
      appSecret: undefined,
      slowQueryMs: 500,
      metricsToken: undefined,
      trustProxy: 'loopback',
      limits: { unfinishedCrawls: 2000, answersAtOnce: 200, requestsAtOnce: 1000, modelTokensPerDay: undefined },
    })
  })

  it('derives the public address from the port unless APP_URL is given', () => {
    expect(readConfig({ PORT: '8080' }).appUrl).toBe('http://localhost:8080')
    expect(readConfig({ PORT: '8080', APP_URL: 'https://readback.example/' }).appUrl).toBe('https://readback.example')
    expect(readConfig({ APP_URL: 'HTTPS://Readback.Example:443' }).appUrl).toBe('https://readback.example')
  })

  it('refuses the address behind a pooler without the address of the pooler', () => {
    const url = 'postgresql://localhost/readback'
    expect(() => readConfig({ DATABASE_DIRECT_URL: url })).toThrow(/must not be set without DATABASE_URL/)
    expect(readConfig({ DATABASE_URL: url, DATABASE_DIRECT_URL: url }).databaseDirectUrl).toBe(url)
  })

  it('refuses the address of a replica without the address of its primary', () => {
    const url = 'postgresql://localhost/readback'
    expect(() => readConfig({ DATABASE_REPLICA_URL: url })).toThrow(/must not be set without DATABASE_URL/)
    expect(readConfig({ DATABASE_URL: url, DATABASE_REPLICA_URL: url }).databaseReplicaUrl).toBe(url)
  })

  it('treats empty settings as not given', () => {
    expect(readConfig({ PORT: '', APP_URL: ' ', SMTP_URL: '' }).port).toBe(3000)
  })

  it.each([
    ['0', { from: 0, to: 0 }],
    ['250', { from: 250, to: 250 }],
    ['1000-2000', { from: 1000, to: 2000 }],
  ])('reads CRAWL_DELAY_MS=%s', (text, delay) => {
    expect(readConfig({ CRAWL_DELAY_MS: text }).crawlDelayMs).toEqual(delay)
  })

  it('reads comma-separated lists with or without spaces', () => {
    const config = readConfig({
      ALLOW_PRIVATE_HOSTS: 'localhost:8080, 10.0.0.7 ,[::1]:90',
      ADMIN_EMAILS: 'A@Example.org,b@example.org',
    })
    expect(config.allowPrivateHosts).toEqual(['localhost:8080', '10.0.0.7', '[::1]:90'])
    expect(config.adminEmails).toEqual(['a@example.org', 'b@example.org'])
  })

  it('turns the scraping service on when it has a key', () => {
    expect(readConfig({}).scrapingService.apiKey).toBeUndefined()
    const given = {
      SCRAPINGBEE_API_KEY: 'key',
      SCRAPINGBEE_BASE_URL: 'http://localhost:9000/api/v1/',
      READER: 'scrapingbee',
    }
    expect(readConfig(given)).toMatchObject({
      reader: 'scrapingbee',
      scrapingService: { apiKey: 'key', baseUrl: 'http://localhost:9000/api/v1' },
    })
  })

  it('turns payment on when all Stripe settings are given, and refuses only some of them', () => {
    const given = { STRIPE_SECRET_KEY: 'sk_1', STRIPE_WEBHOOK_SECRET: 'whsec_1', STRIPE_PRICE_PRO: 'price_1' }
    expect(readConfig({}).stripe).toBeUndefined()
    expect(readConfig(given).stripe).toEqual({
      secretKey: 'sk_1',
      webhookSecret: 'whsec_1',
      pricePro: 'price_1',
      baseUrl: undefined,
    })
    expect(() => readConfig({ STRIPE_SECRET_KEY: 'sk_1' })).toThrow(
      'STRIPE_WEBHOOK_SECRET and STRIPE_PRICE_PRO must be set too',
    )
  })

  it('reads the single sign-on issuer with or without a client secret', () => {
    const given = { OIDC_ISSUER: 'https://login.example.org/', OIDC_CLIENT_ID: 'readback' }
    const oidc = {
      issuer: 'https://login.example.org',
      clientId: 'readback',
      clientSecret: undefined,
      name: 'single sign-on',
    }
    expect(readConfig({}).oidc).toBeUndefined()
    expect(readConfig(given).oidc).toEqual(oidc)
    expect(readConfig({ ...given, OIDC_CLIENT_SECRET: 's', OIDC_NAME: 'Staff' }).oidc).toEqual({
      ...oidc,
      clientSecret: 's',
      name: 'Staff',
    })
  })

  it('reads a language model that has only a key, or only an address', () => {
    expect(readConfig({}).openai).toMatchObject({ apiKey: undefined, baseUrl: undefined, model: 'gpt-4-turbo-preview' })
    expect(readConfig({ OPENAI_API_KEY: 'sk-1' }).openai).toMatchObject({
      baseUrl: undefined,
      apiKey: 'sk-1',
      model: 'gpt-4-turbo-preview',
      fallbackModel: undefined,
      contextTokens: undefined,
      answerContextTokens: 12000,
    })
    const local = {
      OPENAI_BASE_URL: 'http://localhost:11434/v1/',
      OPENAI_MODEL: 'llama3.2',
      OPENAI_CONTEXT_TOKENS: '16384',
      ANSWER_CONTEXT_TOKENS: '6000',
    }
    expect(readConfig(local).openai).toMatchObject({
      baseUrl: 'http://localhost:11434/v1',
      apiKey: undefined,
      model: 'llama3.2',
      contextTokens: 16384,
      answerContextTokens: 6000,
    })
  })

  it.each([
    [{ PORT: 'abc' }, 'PORT must be a port number from 1 to 65535, such as 3000.'],
    [{ PORT: '70000' }, 'PORT must be'],
    [{ APP_URL: 'readback.example' }, 'APP_URL must be an http or https address'],
    [{ APP_URL: 'https://example.org/readback' }, 'APP_URL must be an http or https address such as'],
    [{ APP_URL: 'https://example.org/?from=mail' }, 'without a path or query.'],
    [{ APP_URL: 'https://name:word@example.org' }, 'without a path or query.'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must be a PostgreSQL address'],
    [{ ROLE: 'both' }, 'ROLE must be one of all, web, worker.'],
    [{ ROLE: 'worker' }, 'ROLE=worker needs a PostgreSQL server'],
    [{ APP_SECRET: 'short' }, 'APP_SECRET must be at least 32 characters'],
    [{ ADMIN_EMAILS: 'nobody' }, 'ADMIN_EMAILS must be a comma-separated list of e-mail addresses.'],
    [{ DEFAULT_TIER: 'gold' }, 'DEFAULT_TIER must be one of free, pro, enterprise.'],
    [{ CRAWL_DELAY_MS: '5000-100' }, 'CRAWL_DELAY_MS must be a range from small to large'],
    [{ CRAWL_DELAY_MS: '-1' }, 'CRAWL_DELAY_MS must be milliseconds such as 0'],
    [{ RETRY_BACKOFF_MS: '1s' }, 'RETRY_BACKOFF_MS must be milliseconds'],
    [
      { ALLOW_PRIVATE_HOSTS: 'http://localhost' },
      'ALLOW_PRIVATE_HOSTS must be a comma-separated list of host or host:port',
    ],
    [{ READER: 'lynx' }, 'READER must be one of auto, http, browser, scrapingbee.'],
    [{ OIDC_ISSUER: 'login.example.org' }, 'OIDC_ISSUER must be an http or https address'],
    [{ OIDC_ISSUER: 'https://login.example.org' }, 'OIDC_CLIENT_ID must be set too'],
    [{ OIDC_CLIENT_ID: 'readback' }, 'OIDC_ISSUER must be set too'],
    [{ OIDC_CLIENT: 'readback' }, 'did you mean OIDC_CLIENT_ID?'],
    [{ OPENAI_BASE_URL: 'localhost' }, 'OPENAI_BASE_URL must be an http or https address'],
    [{ OPENAI_CONTEXT_TOKENS: '8k' }, 'OPENAI_CONTEXT_TOKENS must be a number of tokens'],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN must be at least 16 characters'],
    [{ METRICS_PORT: '9464' }, 'METRICS_PORT must not be set unless ROLE is worker'],
    [{ METRIC_TOKEN: 'x', METRICS_TOKENS: 'x' }, 'did you mean METRICS_TOKEN?'],
    [{ TRUST_PROXY: 'yes' }, 'TRUST_PROXY must be one of loopback, private, none.'],
    [{ SLOW_QUERY_MS: '1s' }, 'SLOW_QUERY_MS must be milliseconds'],
    [{ UNFINISHED_CRAWLS_MAX: '0' }, 'UNFINISHED_CRAWLS_MAX must be a number of crawls from 1'],
    [{ MODEL_TOKENS_PER_DAY: 'many' }, 'MODEL_TOKENS_PER_DAY must be a number of tokens'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of'],
    [{ ALLOW_PRIVATE_HOST: 'localhost' }, 'did you mean ALLOW_PRIVATE_HOSTS?'],
    [{ CRAWL_DELAY: '0' }, 'did you mean CRAWL_DELAY_MS?'],
    [{ OPENAI_APIKEY: 'x' }, 'OPENAI_APIKEY is not a setting of Readback; did you mean OPENAI_API_KEY?'],
    [{ OPENAI_MODLE: 'x' }, 'did you mean OPENAI_MODEL?'],
    [{ DATABSE_URL: 'x' }, 'did you mean DATABASE_URL?'],
    [{ OPENAI_FALBACK_MODLE: 'x' }, 'did you mean OPENAI_FALLBACK_MODEL?'],
    [{ default_tier: 'pro' }, 'default_tier is not a setting of Readback; did you mean DEFAULT_TIER?'],
    [{ OPENAI_KEY: 'x' }, 'did you mean OPENAI_API_KEY?'],
    [{ OPEN_AI_KEY: 'x' }, 'did you mean OPENAI_API_KEY?'],
    [{ 'OPENAI-API-KEY': 'x' }, 'did you mean OPENAI_API_KEY?'],
    [{ OPENAI_MODEL_NAME: 'x' }, 'did you mean OPENAI_MODEL?'],
    [{ STRIPE_KEY: 'x' }, 'did you mean STRIPE_SECRET_KEY?'],
    [{ DATA_DIRECTORY: './data' }, 'did you mean DATA_DIR?'],
    [{ ROLES: 'web' }, 'did you mean ROLE?'],
    [{ READERS: 'http' }, 'did you mean READER?'],
    [{ PROT: '8080' }, 'did you mean PORT?'],
    [{ Port: '8080' }, 'did you mean PORT?'],
    [{ ROLE: 'web', DATABASE_URL: 'postgres://h/d', logLevel: 'info' }, 'did you mean LOG_LEVEL?'],
  ])('refuses %j with a sentence that says what to write', (environment, sentence) => {
    expect(() => readConfig(environment)).toThrow(OperatorError)
    expect(() => readConfig(environment)).toThrow(sentence)
  })

  it('ignores the environment variables of other software', () => {
    const foreign = {
      PATH: '/bin',
      STRIPE: 'x',
      OPENAI_API_TYPE: 'azure',
      REQUESTS_CA_BUNDLE: '/etc/ca',
      APP_ENV: 'live',
      APP_UID: '1000',
      DATABASE_SSL: 'on',
      GHOST: 'x',
      PORTS: '1',
      STRIPE_PRICE_ID: 'x',
      OPENAI_API_BASE: 'x',
      STRIPE_API_KEY: 'x',
      OPENAI_ORGANIZATION: 'x',
    }
    expect(() => readConfig({ ...foreign, HOME: '/root', NODE_ENV: 'production' })).not.toThrow()
  })

  it('refuses a misspelled form of every setting outside the namespaces of other software', () => {
    const names = listSettings().map(({ name }) => name)
    const guarded = names.filter(
      (name) => name.includes('_') && !/^(CHROMIUM|DATABASE|DATA|LOG|OPENAI|STRIPE)_/.test(name),
    )
    expect(guarded.length).toBeGreaterThan(20)
    for (const name of guarded) {
      expect(() => readConfig({ [`${name}S`]: 'x' })).toThrow(
        `${name}S is not a setting of Readback; did you mean ${name}?`,
      )
    }
  })
})
