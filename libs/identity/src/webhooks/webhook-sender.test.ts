import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { isPublicAddress } from './resolve-address.ts'
import { createWebhookSender } from './webhook-sender.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

const listen = async (answer: RequestListener): Promise<number> => {
  const server = createServer(answer)
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
const post = (url: string, settings: Partial<Parameters<typeof createWebhookSender>[0]> = {}) =>
  createWebhookSender({ allowPrivate: true, ...settings }).post({
    url,
    headers: { 'webhook-id': 'an-id' },
    body: '{"ü":1}',
  })

describe('C11.1 sending', () => {
  it('posts the signed body to the registered path and name', async () => {
    const received: unknown[] = []
    const port = await listen(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const { host, 'webhook-id': id } = request.headers
      received.push([request.method, request.url, host, id, Buffer.concat(chunks).toString()])
      response.writeHead(204).end()
    })
    const answer = await post(`http://receiver.example:${port}/in?a=b`, {
      resolve: async () => ['127.0.0.1'],
    })
    expect(answer).toEqual({ statusCode: 204, error: null })
    expect(received).toEqual([['POST', '/in?a=b', `receiver.example:${port}`, 'an-id', '{"ü":1}']])
  })

  it('follows no redirect', async () => {
    let visits = 0
    const port = await listen((_, response) => {
      visits += 1
      response.writeHead(307, { location: `http://127.0.0.1:${port}/elsewhere` }).end()
    })
    expect(await post(`http://127.0.0.1:${port}/`)).toEqual({ statusCode: 307, error: null })
    expect(visits).toBe(1)
  })

  it('reads at most 64 KiB of an endless response', async () => {
    let sent = 0
    const port = await listen((_, response) => {
      response.writeHead(200)
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384))) sent += 16_384
      }
      response.on('drain', more)
      more()
    })
    expect(await post(`http://127.0.0.1:${port}/`)).toEqual({ statusCode: 200, error: null })
    expect(sent).toBeLessThan(16 * 1024 * 1024)
  })

  it.each([
    ['answers', () => undefined],
    [
      'ends its answer',
      (_: unknown, response: { writeHead: (status: number) => { write: (text: string) => void } }) =>
        response.writeHead(200).write('a'),
    ],
  ])('does not wait for a receiver that never %s', async (_, answer) => {
    const port = await listen(answer as RequestListener)
    const attempted = await post(`http://127.0.0.1:${port}/`, { timeoutMs: 200 })
    expect(attempted).toEqual({ statusCode: null, error: 'The receiver did not respond in time.' })
  })

  it('does not wait for a name server longer than its timeout', async () => {
    const attempted = await post('http://slow.example/', {
      timeoutMs: 100,
      resolve: () => new Promise(() => undefined),
    })
    expect(attempted.error).toBe('The receiver did not respond in time.')
  })

  it('reports the failure, without a stack or an internal address', async () => {
    expect(await post('http://127.0.0.1:1/')).toEqual({
      statusCode: null,
      error: 'The service could not reach the receiver (ECONNREFUSED).',
    })
  })
})

describe('C11.1 private networks', () => {
  it.each([
    '127.0.0.1',
    '0.0.0.0',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    'fe80::1',
    'fc00::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:a9fe:a9fe',
    '::7f00:1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:db8::1',
    'nonsense',
  ])('%s is not a public address', (address) => expect(isPublicAddress(address)).toBe(false))

  it.each(['1.1.1.1', '192.0.1.1', '2606:4700:4700::1111'])('%s is a public address', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  )

  it.each([
    'http://127.0.0.1:PORT/',
    'http://localhost:PORT/',
    'http://0x7f.1:PORT/',
    'http://2130706433:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://[::1]:PORT/',
  ])('sends nothing to %s', async (url) => {
    let visits = 0
    const port = await listen((_, response) => {
      visits += 1
      response.end()
    })
    const attempted = await post(url.replace('PORT', String(port)), { allowPrivate: false })
    expect(attempted.error).toMatch(/is in a private network/)
    expect(visits).toBe(0)
  })

  it('refuses a name with one private address among others', async () => {
    const resolve = async () => ['1.1.1.1', '10.0.0.1']
    expect((await post('http://mixed.example/', { allowPrivate: false, resolve })).error).toMatch(/private/)
  })

  it('resolves a name once, so that the connection cannot go to another address', async () => {
    let asked = 0
    const port = await listen((_, response) => response.end())
    const resolve = async () => {
      asked += 1
      return [asked === 1 ? '127.0.0.1' : '10.0.0.1']
    }
    await post(`http://rebinding.example:${port}/`, { resolve })
    expect(asked).toBe(1)
  })
})
