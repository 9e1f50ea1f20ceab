import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { GeneratedRequest } from './requests/generated-request.ts'
import { findBreaches, isRefused } from './limits.ts'

const graphql = (query: string): GeneratedRequest => ({
  kind: 'k',
  variant: 'v',
  method: 'POST',
  path: '/graphql',
  headers: [],
  body: JSON.stringify({ query }),
})

const createReceived = (status: number, body: unknown) => ({
  status,
  headers: {},
  body: JSON.stringify(body),
  failure: null,
})

describe('C12.6 a refused request', () => {
  const one = graphql('mutation { deleteUser(id: "1") }')
  const two = graphql('mutation { a: deleteUser(id: "1") b: deleteUser(id: "2") }')

  it.each([
    ['a status 4xx', one, createReceived(403, { errors: [{}], data: null }), true],
    ['errors without data', one, createReceived(200, { errors: [{}] }), true],
    ['partial data', one, createReceived(200, { errors: [{}], data: { a: 1 } }), false],
    ['data', one, createReceived(200, { data: { a: 1 } }), false],
    [
      'C5.11 a second root field that fails after the first has written',
      two,
      createReceived(403, { errors: [{}], data: null }),
      false,
    ],
    ['two root fields that did not run', two, createReceived(400, { errors: [{}] }), true],
  ])('%s: %#', (_, request, response, refused) => {
    expect(isRefused(request, response)).toBe(refused)
  })

  it('is a REST request with a status 4xx', () => {
    expect(isRefused({ ...one, path: '/api/users' }, createReceived(404, {}))).toBe(true)
  })
})

describe('C5.12 the CPU time of a request that creates users', () => {
  const body = JSON.stringify({
    query: 'mutation { bulkCreateUsers }',
    variables: [{ password: 'a' }, { password: 'b' }],
  })
  const request = { ...graphql(''), body }
  const measured = { cpuMs: 1_100, memoryBytes: 0, rows: [] }

  const created = { ...measured, ...createReceived(200, { data: {} }) }
  const refused = { ...measured, ...createReceived(403, { errors: [{}] }) }
  const taken = { ...measured, ...createReceived(409, { errors: [{ extensions: { code: 'CONFLICT' } }] }) }

  it('may be longer for each hash, even if a name is taken, but not for other refusals', () => {
    expect([created, taken].map((each) => findBreaches(request, each))).toEqual([[], []])
    expect(findBreaches(request, refused)).toMatchObject([{ limit: 'time' }])
  })

  it('may be longer for a compressed request, too', () => {
    const headers = [['content-encoding', 'gzip']] as const
    expect(findBreaches({ ...request, headers, body: gzipSync(body) }, created)).toEqual([])
  })
})
