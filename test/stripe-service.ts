/**
 * A stand-in for Stripe: an HTTP server with the wire format of the endpoints that the product uses (form-encoded
 * requests, JSON responses), pages to pay and cancel on, and signed webhook events.
 */
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import {
  list,
  metadataOf,
  newId,
  PRICE,
  type Session,
  showInvoice,
  showSession,
  showSubscription,
  type Subscription,
} from './stripe-objects.ts'

export type StripeEvent = { id: string; type: string; created: number; body: string; signature: string }

export type StripeService = {
  /** For the setting STRIPE_BASE_URL. */
  url: string
  /** The settings that connect the product to this service. */
  settings: {
    STRIPE_SECRET_KEY: string
    STRIPE_WEBHOOK_SECRET: string
    STRIPE_PRICE_PRO: string
    STRIPE_BASE_URL: string
  }
  /** Where events are sent; null to send none. */
  webhookUrl: string | null
  requests: { method: string; path: string; fields: Record<string, string>; key: string }[]
  customers: Map<string, { email: string; metadata: Record<string, string> }>
  sessions: Map<string, Session>
  subscriptions: Map<string, Subscription>
  /** All events created, in order, each with the signature of its creation time. */
  events: StripeEvent[]
  /** The statuses of the next API responses, one each; afterward requests succeed again. 0 closes the connection. */
  next: number[]
  /** Awaited before every API response. */
  before: ((path: string) => Promise<void>) | null
  /** Awaited after a customer's subscriptions are read and before they are sent, so that the response can be stale. */
  beforeListingSubscriptions: (() => Promise<void>) | null
  /** Pays a checkout session: creates the subscription and sends its three events. */
  pay(sessionId: string): Promise<Subscription>
  /** Changes a subscription at the provider and sends the event. */
  change(
    subscriptionId: string,
    change: Partial<Pick<Subscription, 'status' | 'cancelAtPeriodEnd'>>,
    type?: string,
  ): Promise<StripeEvent>
  /** Creates an event without sending it. */
  make(type: string, object: Record<string, unknown>, created?: number): StripeEvent
  /** Sends an event, with a new signature unless one is given. Can be repeated. Returns the status. */
  send(event: StripeEvent, options?: { signature?: string; body?: string }): Promise<number>
  /** A signature for a body, as of `at` in seconds. */
  sign(body: string, at?: number, secret?: string): string
  close(): Promise<void>
}

const KEY = 'sk_test_planted_stripe_key'
const WEBHOOK_SECRET = 'whsec_planted_webhook_secret'
/** https://docs.stripe.com/api/idempotent_requests */
const IDEMPOTENCY_KEY_MAX_LENGTH = 255
const MONTH_SECONDS = 30 * 86_400

const seconds = () => Math.floor(Date.now() / 1000)

export async function startStripeService(port = 0): Promise<StripeService> {
  const server = createServer((request, response) => {
    void answer(service, request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500)
      response.end(String(error))
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The payment service has no port')
  const url = `http://127.0.0.1:${address.port}`
  const service: StripeService = {
    url,
    settings: {
      STRIPE_SECRET_KEY: KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_PRICE_PRO: PRICE,
      STRIPE_BASE_URL: url,
    },
    webhookUrl: null,
    requests: [],
    customers: new Map(),
    sessions: new Map(),
    subscriptions: new Map(),
    events: [],
    next: [],
    before: null,
    beforeListingSubscriptions: null,
    async pay(sessionId) {
      const session = service.sessions.get(sessionId)
      if (session?.status !== 'open') throw new Error(`The session ${sessionId} cannot be paid`)
      session.status = 'complete'
      const subscription: Subscription = {
        id: newId('sub'),
        customer: session.customer,
        status: 'active',
        cancelAtPeriodEnd: false,
        created: seconds(),
        periodEnd: seconds() + MONTH_SECONDS,
        metadata: session.metadata,
      }
      service.subscriptions.set(subscription.id, subscription)
      const events = [
        service.make('customer.subscription.created', showSubscription(subscription)),
        service.make('checkout.session.completed', {
          ...showSession(service.url, session),
          subscription: subscription.id,
        }),
        service.make('invoice.paid', showInvoice(subscription)),
      ]
      for (const event of events) await deliver(service, event)
      return subscription
    },
    async change(subscriptionId, change, type) {
      const subscription = service.subscriptions.get(subscriptionId)
      if (!subscription) throw new Error(`There is no subscription ${subscriptionId}`)
      Object.assign(subscription, change)
      const defaultType =
        change.status === 'canceled' ? 'customer.subscription.deleted' : 'customer.subscription.updated'
      const eventType = type ?? defaultType
      const object = eventType.startsWith('invoice.') ? showInvoice(subscription) : showSubscription(subscription)
      const event = service.make(eventType, object)
      await deliver(service, event)
      return event
    },
    make(type, object, created = seconds()) {
      const id = newId('evt')
      const body = JSON.stringify({ id, object: 'event', type, created, livemode: false, data: { object } }, null, 2)
      const event = { id, type, created, body, signature: service.sign(body) }
      service.events.push(event)
      return event
    },
    async send(event, { body = event.body, signature = service.sign(body) } = {}) {
      if (!service.webhookUrl) throw new Error('There is no address to send events to')
      const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Stripe-Signature': signature }
      const response = await fetch(service.webhookUrl, { method: 'POST', headers, body })
      await response.arrayBuffer()
      return response.status
    },
    sign(body, at = seconds(), secret = WEBHOOK_SECRET) {
      return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`
    },
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
  return service
}

/** Ignores failed deliveries, as the provider does, which would retry later. */
async function deliver(service: StripeService, event: StripeEvent) {
  if (service.webhookUrl) await service.send(event).catch(() => 0)
}

async function answer(service: StripeService, request: IncomingMessage, response: ServerResponse) {
  const { pathname, searchParams } = new URL(request.url ?? '/', service.url)
  const fields = Object.fromEntries([...searchParams, ...new URLSearchParams(await read(request))])
  const method = request.method ?? 'GET'
  const [, first, ...rest] = pathname.split('/')
  if (first === 'pay') return answerPayPage(service, response, method, rest[0] ?? '', fields['act'])
  if (first === 'portal') return answerPortal(service, response, method, rest[0] ?? '', fields)
  const key = (request.headers.authorization ?? '').replace(/^Bearer /, '')
  service.requests.push({ method, path: pathname, fields, key })
  await service.before?.(pathname)
  const status = service.next.shift()
  if (status === 0) return void response.destroy()
  if (status) return fail(response, status, { type: 'api_error', message: 'It is too much' })
  if (key !== KEY)
    return fail(response, 401, {
      type: 'invalid_request_error',
      message: `Invalid API Key provided: ${key.slice(0, 8)}***`,
    })
  const idempotencyKey = String(request.headers['idempotency-key'] ?? '')
  if (idempotencyKey.length > IDEMPOTENCY_KEY_MAX_LENGTH)
    return fail(response, 400, { type: 'invalid_request_error', message: 'The idempotency key is too long' })
  answerApi(service, response, `${method} ${pathname.replace(/_[0-9a-f]{16}/, '_ID')}`, {
    fields,
    id: /\w+_[0-9a-f]{16}/.exec(pathname)?.[0] ?? '',
  })
}

function answerApi(
  service: StripeService,
  response: ServerResponse,
  route: string,
  { fields, id }: { fields: Record<string, string>; id: string },
) {
  const customer = fields['customer'] ?? ''
  const isKnown = service.customers.has(customer)
  const noCustomer = () =>
    fail(response, 400, {
      type: 'invalid_request_error',
      code: 'resource_missing',
      param: 'customer',
      message: `No such customer: '${customer}'`,
    })
  switch (route) {
    case 'POST /v1/customers': {
      const customerId = newId('cus')
      service.customers.set(customerId, { email: fields['email'] ?? '', metadata: metadataOf(fields, 'metadata') })
      return send(response, { id: customerId, object: 'customer', email: fields['email'] })
    }
    case 'GET /v1/checkout/sessions': {
      const own = [...service.sessions.values()].filter(
        (each) => each.customer === customer && each.status === (fields['status'] ?? each.status),
      )
      return send(response, list(own.map((each) => showSession(service.url, each))))
    }
    case 'POST /v1/checkout/sessions': {
      if (!isKnown) return noCustomer()
      if (fields['mode'] !== 'subscription' || fields['line_items[0][price]'] !== PRICE) {
        return fail(response, 400, {
          type: 'invalid_request_error',
          param: 'line_items[0][price]',
          message: 'No such price',
        })
      }
      const session: Session = {
        id: newId('cs'),
        customer,
        status: 'open',
        successUrl: fields['success_url'] ?? '',
        cancelUrl: fields['cancel_url'] ?? '',
        price: PRICE,
        metadata: metadataOf(fields, 'subscription_data[metadata]'),
      }
      service.sessions.set(session.id, session)
      return send(response, showSession(service.url, session))
    }
    case 'POST /v1/checkout/sessions/cs_ID/expire': {
      const session = service.sessions.get(id)
      if (!session) return fail(response, 404, { type: 'invalid_request_error', message: 'No such session' })
      session.status = 'expired'
      return send(response, showSession(service.url, session))
    }
    case 'POST /v1/billing_portal/sessions':
      if (!isKnown) return noCustomer()
      return send(response, {
        id: newId('bps'),
        object: 'billing_portal.session',
        url: `${service.url}/portal/${customer}?return=${encodeURIComponent(fields['return_url'] ?? '')}`,
      })
    case 'GET /v1/subscriptions': {
      const own = list(
        [...service.subscriptions.values()].filter((each) => each.customer === customer).map(showSubscription),
      )
      const delay = service.beforeListingSubscriptions?.() ?? Promise.resolve()
      return void delay.then(() => send(response, own))
    }
    case 'GET /v1/subscriptions/sub_ID':
    case 'DELETE /v1/subscriptions/sub_ID': {
      const subscription = service.subscriptions.get(id)
      if (!subscription)
        return fail(response, 404, {
          type: 'invalid_request_error',
          code: 'resource_missing',
          message: `No such subscription: '${id}'`,
        })
      if (route.startsWith('DELETE')) subscription.status = 'canceled'
      send(response, showSubscription(subscription))
      if (route.startsWith('DELETE'))
        void deliver(service, service.make('customer.subscription.deleted', showSubscription(subscription)))
      return
    }
    default:
      return fail(response, 404, { type: 'invalid_request_error', message: `Unrecognized request URL (${route})` })
  }
}

/** The provider's payment page. */
async function answerPayPage(
  service: StripeService,
  response: ServerResponse,
  method: string,
  id: string,
  act?: string,
) {
  const session = service.sessions.get(id)
  if (!session || session.status !== 'open')
    return page(response, 'Payment page expired', '<p>This payment page has expired.</p>', 410)
  if (method === 'POST' && act === 'pay') {
    await service.pay(id)
    return redirect(response, session.successUrl)
  }
  if (method === 'POST') return redirect(response, session.cancelUrl)
  page(
    response,
    'Pay for Pro',
    `<p>$29 per month. No money moves: this is a stand-in.</p><form method="post">
    <button name="act" value="pay">Pay and subscribe</button> <button name="act" value="back">Back</button></form>`,
  )
}

async function answerPortal(
  service: StripeService,
  response: ServerResponse,
  method: string,
  customer: string,
  fields: Record<string, string>,
) {
  const own = [...service.subscriptions.values()].findLast((each) => each.customer === customer)
  const acts: Record<string, Partial<Subscription>> = {
    later: { cancelAtPeriodEnd: true },
    keep: { cancelAtPeriodEnd: false },
    now: { status: 'canceled' },
    fail: { status: 'past_due' },
    recover: { status: 'active' },
  }
  const change = acts[fields['act'] ?? '']
  if (method === 'POST' && own && change) await service.change(own.id, change)
  const button = (act: string, words: string) => `<button name="act" value="${act}">${words}</button>`
  page(
    response,
    'Your subscription',
    `<p>${own ? `It is ${own.status}${own.cancelAtPeriodEnd ? ' and ends with its period' : ''}.` : 'You have no subscription.'}</p>
    <form method="post">${button('later', 'Cancel at the end of the period')} ${button('keep', 'Keep it')} ${button('now', 'Cancel now')}
    ${button('fail', 'Let a payment fail')} ${button('recover', 'Let it be paid')}</form>
    <p><a href="${escape(fields['return'] ?? '/')}">Return to Readback</a></p>`,
  )
}

function page(response: ServerResponse, title: string, body: string, status = 200) {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' })
  response.end(`<!doctype html><html lang="en"><title>${title}</title><main><h1>${title}</h1>${body}</main></html>`)
}

const redirect = (response: ServerResponse, location: string) => response.writeHead(303, { location }).end()
const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

function send(response: ServerResponse, body: object) {
  response.writeHead(200, { 'content-type': 'application/json', 'request-id': newId('req') })
  response.end(JSON.stringify(body))
}

function fail(response: ServerResponse, status: number, error: Record<string, unknown>) {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ error }))
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
