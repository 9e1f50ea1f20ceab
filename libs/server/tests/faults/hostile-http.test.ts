import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../support/service.ts'

const QUERY = '{"query":"{ __typename }"}'
const POST = `POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`
const HIDDEN = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'
/** A last request that asks the server to close the connection, so that the test can wait for all responses. */
const LAST = 'GET /nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
}, 60_000)
afterAll(() => service.stop())

/** The bytes that the server returns until it closes the connection. */
const exchangeBytes = async (bytes: string): Promise<string> => {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.write(bytes, 'latin1')
  return text(socket)
}
const statusesIn = (answers: string): readonly number[] =>
  [...answers.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))

describe('RFC 9112 an ambiguous request is refused, and the server does not read further', () => {
  it.each([
    ['two hosts', `GET /api/articles HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: close\r\n\r\n`],
    ['no host', `GET /api/articles HTTP/1.1\r\n\r\n${HIDDEN}`],
    [
      'a length and chunks',
      `${POST}Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${HIDDEN}`,
    ],
    [
      'chunks and a length',
      `${POST}Transfer-Encoding: chunked\r\nContent-Length: 6\r\n\r\n0\r\n\r\n${HIDDEN}`,
    ],
    ['two lengths', `${POST}Content-Length: 0\r\nContent-Length: ${HIDDEN.length}\r\n\r\n${HIDDEN}`],
    ['a length with a sign', `${POST}Content-Length: +0\r\n\r\n${HIDDEN}`],
    [
      'an encoding that is not chunks at last',
      `${POST}Transfer-Encoding: chunked, x\r\n\r\n0\r\n\r\n${HIDDEN}`,
    ],
    ['an encoding that hides', `${POST}Transfer-Encoding:\u000bchunked\r\n\r\n0\r\n\r\n${HIDDEN}`],
    ['a space before the colon', `${POST}Content-Length : 0\r\n\r\n${HIDDEN}`],
    ['a header that is folded', `${POST}X: a\r\n b\r\n\r\n${HIDDEN}`],
    ['lines that end in LF alone', `GET /healthz HTTP/1.1\nHost: x\n\n${HIDDEN}`],
    ['a NUL in a header', `GET /healthz HTTP/1.1\r\nHost: x\r\nX: a\u0000b\r\n\r\n${HIDDEN}`],
  ])('%s', async (_, bytes) => {
    expect(statusesIn(await exchangeBytes(bytes))).toEqual([400])
  })
})

it('C10.4 headers of more than 16 KiB are 431', async () => {
  const answers = await exchangeBytes(`GET /healthz HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(17_000)}\r\n\r\n`)
  expect(statusesIn(answers)).toEqual([431])
})

describe('RFC 9110 and 9112 allowed requests', () => {
  it('pipelined requests are answered in their order', async () => {
    const post = `${POST}Content-Length: ${QUERY.length}\r\n\r\n${QUERY}`
    expect(statusesIn(await exchangeBytes(`${post}${HIDDEN}${LAST}`))).toEqual([200, 200, 404])
  })

  it('Expect: 100-continue gets 100', async () => {
    const asking = `${POST}Expect: 100-continue\r\nConnection: close\r\nContent-Length: ${QUERY.length}\r\n\r\n${QUERY}`
    expect(statusesIn(await exchangeBytes(asking))).toEqual([100, 200])
  })

  it.each([
    ['a wrong credential', 'POST /graphql', 'Authorization: Bearer wrong', 403],
    ['an absent credential', 'POST /api/articles', 'Accept: */*', 401],
    ['a path without a route', 'POST /nothing', 'Accept: */*', 404],
    ['an unknown encoding', 'POST /graphql', 'Content-Encoding: compress', 415],
    ['a body above the limit', 'POST /graphql', 'Content-Length: 99999999', 413],
  ])('C10.4 a refusal for %s comes without a 100', async (_, line, header, status) => {
    const length = header.startsWith('Content-Length') ? '' : `Content-Length: ${QUERY.length}\r\n`
    const head = `${line} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${header}\r\n${length}`
    const answers = await exchangeBytes(`${head}Expect: 100-continue\r\n\r\n`)
    expect(statusesIn(answers)).toEqual([status])
    expect(answers).toMatch(/^connection: close\r$/im)
  })

  it('a connection stays open after a body that the server asked for', async () => {
    const asking = `${POST}Expect: 100-continue\r\nContent-Length: ${QUERY.length}\r\n\r\n${QUERY}`
    expect(statusesIn(await exchangeBytes(`${asking}${LAST}`))).toEqual([100, 200, 404])
  })

  it('no response names the software', async () => {
    for (const path of ['/healthz', '/api/articles', '/graphql', '/nothing', '/oauth/token']) {
      const { headers } = await service.call('GET', path, { as: null })
      expect([headers.get('x-powered-by'), headers.get('server')]).toEqual([null, null])
    }
  })
})
