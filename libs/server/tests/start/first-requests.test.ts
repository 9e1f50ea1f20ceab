import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../support/service.ts'

const run = promisify(execFile)

interface Sent {
  readonly path: string
  readonly init?: RequestInit
}

const post = (path: string, body: string): Sent => ({
  path,
  init: { method: 'POST', headers: { 'content-type': 'application/json' }, body },
})

const REQUESTS: readonly Sent[] = [
  { path: '/healthz' },
  { path: '/graphql?query={__typename}' },
  post('/graphql', '{"query":"{ __typename }"}'),
  post('/graphql', '{"query":'),
  { path: '/api/articles' },
  { path: '/api/articles', init: { method: 'OPTIONS' } },
  post('/api/articles', '{"title":'),
  { path: '/nothing' },
  { path: '/oauth/token', init: { method: 'POST', body: 'grant_type=none' } },
]

describe.each(REQUESTS)('the first request of a service, %j', ({ path, init }) => {
  let service: TestService
  beforeAll(async () => void (service = await startTestService('PostgreSQL')), 30_000)
  afterAll(() => service.stop())

  const send = async () => {
    const response = await fetch(service.url + path, init)
    const names = [...response.headers.keys()].toSorted()
    const body = (await response.text()).replaceAll(/[0-9a-f-]{36}/g, 'an id')
    return { status: response.status, names, body }
  }

  it('and a request at the same time get the response of every later request', async () => {
    const first = await Promise.all([send(), send()])
    expect(first[0].status).not.toBe(503)
    expect(first).toEqual([await send(), await send()])
  })
})

it('a start loads neither express nor the pages and routes behind it', async () => {
  const program = `
    await import(${JSON.stringify(new URL('../../src/start/start.ts', import.meta.url).href)})
    const { createRequire } = await import('node:module')
    console.log(Object.keys(createRequire(import.meta.url).cache).join('\\n'))`
  const options = ['--conditions=@content-service/source', '--input-type=module', '--eval', program]
  const { stdout } = await run(process.execPath, options)
  expect(stdout).toMatch(/node_modules.pg\b/)
  expect(stdout).not.toMatch(/node_modules.(?:express|body-parser|router)\b/)
})
