import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { repeat, runLoad } from './load.ts'
import { get, postJson, serialize, type BenchRequest } from './requests.ts'
import { ResponseReader } from './response-reader.ts'

const listen = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const load = (url: string, requests: readonly BenchRequest[], atMost: number) =>
  runLoad({
    url,
    next: repeat(requests.map((request) => serialize(request, url))),
    connections: 3,
    seconds: 30,
    atMost,
  })

it('sends the requests in turn, and counts responses and bytes', async () => {
  const seen: string[] = []
  const url = await listen(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    seen.push(`${request.method} ${request.url} ${body}`)
    response.end('x'.repeat(100_000))
  })
  const result = await load(url, [get('/a'), postJson('/b', { name: 'é' })], 20)
  expect(seen.filter((each) => each === 'GET /a ')).toHaveLength(10)
  expect(seen.filter((each) => each === 'POST /b {"name":"é"}')).toHaveLength(10)
  expect([result.responses, result.latenciesMs.length]).toEqual([20, 20])
  expect(result.bytes).toBeGreaterThan(20 * 100_000)
})

it('reads responses with chunked coding', async () => {
  const url = await listen((_, response) => {
    response.write('{"first": 1,')
    setTimeout(() => response.end('"second": 2}'), 5)
  })
  expect((await load(url, [get('/')], 9)).responses).toBe(9)
})

it('stops at a response that is no success, and quotes its beginning', async () => {
  const url = await listen((_, response) => response.writeHead(429).end('too many'))
  await expect(load(url, [get('/')], 9)).rejects.toThrow(/status 429: HTTP\/1\.1 429[^]*too many/)
})

it('finds the end of a response whichever way its bytes arrive', () => {
  const text = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabcde'
  const chunked = 'HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n'
  const reader = new ResponseReader()
  for (const response of [text, chunked, text])
    for (const size of [1, 7, 1_000]) {
      const chunks = response.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []
      const read = chunks.map((chunk) => reader.read(Buffer.from(chunk)))
      expect(read.slice(0, -1)).toEqual(read.slice(0, -1).map(() => null))
      expect(read.at(-1)).toMatchObject({ bytes: response.length, status: Number(response.slice(9, 12)) })
    }
})
