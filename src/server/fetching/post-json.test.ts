import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWebsite, type Website } from '#test/website.ts'
import { createEgress, type Egress } from './egress.ts'
import { postJson } from './post-json.ts'

let receiver: Website
let elsewhere: Website
let egress: Egress
beforeAll(async () => {
  elsewhere = await openWebsite({ '/': 'not for you' })
  receiver = await openWebsite({
    '/moved': (_, response) => response.writeHead(307, { location: `${elsewhere.origin}/` }).end(),
    '/taken': 'thanks',
  })
  egress = createEgress({ allowPrivateHosts: [receiver.host, elsewhere.host] })
})
afterAll(async () => {
  await egress.close()
  await receiver.close()
  await elsewhere.close()
})

const post = (path: string) =>
  postJson({ egress, userAgent: 'x' }, { url: receiver.origin + path, body: '{"a":1}', headers: { 'x-signed': 'yes' } })

it('sends its body and headers, and follows no redirect [post-json-1]', async () => {
  expect(await post('/taken')).toEqual({ status: 200, error: null })
  expect(receiver.requests.at(-1)).toMatchObject({ path: '/taken', headers: { 'x-signed': 'yes' } })
  expect(await post('/moved')).toEqual({ status: 307, error: 'HTTP 307' })
  expect(elsewhere.requests).toEqual([])
})
