import { once } from 'node:events'
import { request as sendRequest, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { startNginx, type Nginx } from '../../../../tools/programs/nginx.ts'
import { freePort } from '../../../../tools/postgres/postgres-server.ts'
import { requirePrograms } from '../../../../tools/programs/required-programs.ts'
import { configurePorts } from '../../tests/support/processes/deployed.ts'
import { AS_ADMIN, startTestService, type TestService } from '../../tests/support/service.ts'

requirePrograms('nginx')

let service: TestService
let nginx: Nginx
let port: number
beforeAll(async () => {
  service = await startTestService()
  port = await freePort()
  const http = `gzip on;
gzip_types application/json;
gzip_proxied any;
gzip_min_length 1025;
server { listen 127.0.0.1:${port}; location / { proxy_pass ${service.url}; proxy_http_version 1.1; } }`
  nginx = await startNginx(http, port)
}, 30_000)
afterAll(async () => {
  await nginx.stop()
  await service.stop()
})

const send = async (method: string, path: string, headers: Readonly<Record<string, string>>, body = '') => {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const type = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const all = { authorization: AS_ADMIN, 'accept-encoding': 'gzip', ...(body !== '' && type), ...headers }
    const request = sendRequest(`http://127.0.0.1:${port}${path}`, { method, headers: all })
    request.once('response', resolve).once('error', reject).end(body)
  })
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) }
}

it('nginx.conf serves the name of the service beside a default site', async () => {
  const front = await freePort()
  const own = Number(new URL(service.url).port)
  const site = configurePorts([front, own, own]).replace(
    /server_name .*;/,
    'server_name content.example.org;',
  )
  const beside = await startNginx(
    `server { listen 127.0.0.1:${front} default_server; server_name _; return 404; }\n${site}`,
    front,
  )
  onTestFinished(() => beside.stop())
  const [response] = (await once(
    sendRequest(`http://127.0.0.1:${front}/healthz`, { headers: { host: 'content.example.org' } }).end(),
    'response',
  )) as [IncomingMessage]
  response.resume()
  expect(response.statusCode).toBe(200)
})

it.each([
  ['compressed', 'Some words. '.repeat(200)],
  ['short', 'Words.'],
])('C15.2 a change through nginx with gzip accepts the tag of a %s response', async (_, content) => {
  const created = await service.call('POST', '/api/articles', {
    body: { title: 'One', content, authorId: '2' },
  })
  const path = `/api/articles/${created.body.id}`
  const { headers, body } = await send('GET', path, {})
  const text = headers['content-encoding'] === 'gzip' ? gunzipSync(body).toString() : body.toString()
  expect(JSON.parse(text).content).toBe(content)
  const etag = String(headers.etag)
  expect(etag).toMatch(/^"/)
  expect((await send('GET', path, { 'if-none-match': etag })).status).toBe(304)
  expect((await send('PATCH', path, { 'if-match': etag }, '{"title":"Two"}')).status).toBe(200)
  expect((await send('PATCH', path, { 'if-match': etag }, '{"title":"Three"}')).status).toBe(412)
})
