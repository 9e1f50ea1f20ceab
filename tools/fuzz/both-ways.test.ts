import { describe, expect, it } from 'vitest'
import { compareWays, isRead } from './both-ways.ts'
import type { GeneratedRequest } from './requests/generated-request.ts'
import type { Received } from './send.ts'

const createRequest = (method: string, path: string, body?: string): GeneratedRequest => ({
  kind: 'k',
  variant: 'v',
  method,
  path,
  headers: [],
  body,
})
const post = (query: string) => createRequest('POST', '/graphql', JSON.stringify({ query }))

describe('the reads that the fuzzer sends by both ways', () => {
  it.each([
    ['a query', post('{ users { id } }'), true],
    ['a query in the address', createRequest('GET', '/graphql?query=%7Busers%7Bid%7D%7D'), true],
    ['a record or a list', createRequest('GET', '/api/users?limit=1'), true],
    ['a mutation', post('mutation { deleteUser(id: "1") }'), false],
    ['a query beside a mutation', post('query A { a } mutation B { b }'), false],
    ['a broken query', post('{'), false],
    ['broken JSON', createRequest('POST', '/graphql', '{'), false],
    ['a page', createRequest('GET', '/'), false],
    ['the state of the process', createRequest('GET', '/api/status?x=1'), false],
    ['the state of the process by GraphQL', post('{ serviceStatus }'), false],
    ['a REST write', createRequest('DELETE', '/api/users/1'), false],
  ])('%s: %#', (_, request, expected) => {
    expect(isRead(request)).toBe(expected)
  })
})

const respond = (part: Partial<Received>): Received => ({
  status: 200,
  headers: {},
  body: '{}',
  failure: null,
  ...part,
})

describe('the comparison of both ways', () => {
  /** Compares a response with a plan with responses without one, which take turns. */
  const compare = async (prepared: Partial<Received>, ...general: readonly Partial<Received>[]) => {
    let sent = 0
    const ways = {
      prepared: async () => respond(prepared),
      general: async () => respond(general[sent++ % general.length] ?? {}),
    }
    return (await compareWays(ways, post('{ a }'), 0)).map(({ limit }) => limit)
  }

  it.each([
    ['a status', { status: 400 }],
    ['a body', { body: '{"a":1}' }],
    ['a header', { headers: { etag: '"1"' } }],
  ])('finds %s that only the prepared way has', async (_, prepared) => {
    expect(await compare(prepared, {})).toEqual(['ways'])
  })

  it('ignores the time, the quota, the number of the request and the address of the process', async () => {
    const createReceived = (id: string, port: number): Partial<Received> => ({
      headers: {
        'x-request-id': id,
        date: id,
        'x-ratelimit-remaining': id,
        location: `http://127.0.0.1:${port}/api`,
      },
      body: `{"instance":"${id}","type":"http://127.0.0.1:${port}/api/errors/NOT_FOUND"}`,
    })
    expect(await compare(createReceived('a1', 1234), createReceived('b2', 56789))).toEqual([])
  })

  it('ignores a difference of a record that changes meanwhile', async () => {
    expect(await compare({ body: '2' }, { body: '1' }, { body: '2' })).toEqual([])
  })
})
