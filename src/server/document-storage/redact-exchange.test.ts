import { expect, it } from 'vitest'
import { redactExchange } from './redact-exchange.ts'

const planted = {
  code: 'planted-code/+="1',
  client_secret: 'planted-secret-2',
  refresh_token: 'planted-refresh-3',
  access_token: 'planted-access-4',
}

it('keeps request and response readable and redacts secrets wherever a service repeats them', () => {
  const everything = Object.values(planted).join(' ')
  const redacted = redactExchange({
    url: `https://accounts.example/oauth/v2/token?code=${planted.code}`,
    method: 'POST',
    requestHeaders: { 'Content-Type': 'application/x-www-form-urlencoded', Authorization: planted.access_token },
    fields: {
      grant_type: 'authorization_code',
      client_id: '1000.ID',
      redirect_uri: 'https://ours.example/back',
      code: planted.code,
      client_secret: planted.client_secret,
      refresh_token: planted.refresh_token,
    },
    status: 400,
    responseHeaders: { 'content-type': 'application/json', 'set-cookie': everything, 'retry-after': planted.code },
    data: {
      access_token: planted.access_token,
      error: 'invalid_code',
      error_description: `sent ${everything} as ${encodeURIComponent(planted.code)} and ${JSON.stringify(planted.code)}`,
      scope: { nested: everything },
      expires_in: 3600,
      [planted.refresh_token]: 'a name',
    },
    error: `no answer ${planted.client_secret}`,
  })
  expect(redacted).toEqual({
    requestUrl: 'https://accounts.example/oauth/v2/token',
    requestMethod: 'POST',
    requestHeaders: { 'content-type': 'application/x-www-form-urlencoded' },
    requestPayload: {
      grant_type: 'authorization_code',
      client_id: '1000.ID',
      redirect_uri: 'https://ours.example/back',
      code: '[redacted]',
      client_secret: '[redacted]',
      refresh_token: '[redacted]',
    },
    responseStatus: 400,
    responseHeaders: { 'content-type': 'application/json', 'retry-after': '[redacted]' },
    responseData: {
      access_token: '[redacted]',
      error: 'invalid_code',
      error_description: 'sent [redacted] [redacted] [redacted] [redacted] as [redacted] and "[redacted]"',
      scope: '[redacted]',
      expires_in: 3600,
      '[redacted]': '[redacted]',
    },
    error: 'no answer [redacted]',
  })
})
