import { once } from 'node:events'
import { Agent, request as sendRequest, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { startPostgres } from '../../../../tools/postgres/postgres.ts'
import { bearerOfAdmin, startApi, type ApiProcess } from '../support/processes/api-process.ts'
import { aDatabase, SAMPLED_DATABASES, type DatabaseKind } from '../support/service.ts'
import { allArticles } from '../support/kept.ts'

const CLIENTS = 16

const create = (url: string, title: string): Promise<Response> =>
  fetch(`${url}/api/articles`, {
    method: 'POST',
    headers: { authorization: bearerOfAdmin(), 'content-type': 'application/json' },
    body: JSON.stringify({ title, content: 'Text' }),
  })

describe('C10.4 SIGTERM under load', { timeout: 60_000 }, () => {
  let api: ApiProcess
  const undo: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    await api.kill()
    for (const each of undo.splice(0).toReversed()) await each()
  })

  const createDatabaseSettings = async (kind: DatabaseKind): Promise<Readonly<Record<string, string>>> => {
    const database = await aDatabase(kind)
    undo.push(() => database.remove())
    return database.environment
  }

  it.each(SAMPLED_DATABASES)(
    'on %s answers each request that it accepts, writes nothing else, and ends with 0',
    async (kind) => {
      const settings = await createDatabaseSettings(kind)
      api = await startApi(settings)
      const acknowledged: string[] = []
      /**
       * Sends requests on kept connections until the service refuses connections. Returns the result of the last
       * request.
       */
      const client = async (_: unknown, client: number): Promise<string> => {
        for (let count = 0; ; count += 1) {
          try {
            const response = await create(api.url, `${client} ${count}`)
            if (response.status !== 201) return `${response.status}`
            await response.arrayBuffer()
            acknowledged.push(`${client} ${count}`)
          } catch (error) {
            const { cause } = error as { readonly cause?: { readonly code?: string } }
            return cause?.code ?? String(error)
          }
        }
      }
      const clients = Promise.all(Array.from({ length: CLIENTS }, client))
      await expect.poll(() => acknowledged.length, { interval: 5 }).toBeGreaterThan(CLIENTS)
      expect((await api.stop('SIGTERM')).code).toBe(0)
      // The service may also refuse a request on a connection that it has just closed, or has not yet accepted.
      const refused = ['ECONNREFUSED', 'ECONNRESET', 'UND_ERR_SOCKET']
      for (const last of await clients) expect(refused).toContain(last)
      api = await startApi(settings)
      const there = (await allArticles(api.url)).map(({ title }) => title)
      expect(there.toSorted()).toEqual(acknowledged.toSorted())
    },
  )

  it('completes running requests, accepts no further requests, and asks clients to close idle connections', async () => {
    const settings = await createDatabaseSettings('PostgreSQL')
    api = await startApi(settings)
    const other = new Client({ connectionString: settings['DATABASE_URL'] })
    await other.connect()
    undo.push(() => other.end())
    await other.query('begin')
    await other.query('lock table articles in share mode')
    const slow = create(api.url, 'Slow')
    const waiting = async () =>
      (await other.query("select 1 from pg_locks where relation = 'articles'::regclass and not granted")).rows
    await expect.poll(waiting, { interval: 20 }).toHaveLength(1)
    const ended = api.stop('SIGTERM')
    const readFailure = () => fetch(`${api.url}/healthz`).then(String, (error) => error.cause.code)
    await expect.poll(readFailure, { interval: 20 }).toBe('ECONNREFUSED')
    await other.query('commit')
    const { status, headers } = await slow
    expect([status, headers.get('connection')]).toEqual([201, 'close'])
    expect((await ended).code).toBe(0)
  })

  it('answers a request that a proxy sends on an idle connection, before the proxy notices the stop', async () => {
    api = await startApi(await createDatabaseSettings('PostgreSQL'))
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const send = (method: string, path: string, body = ''): Promise<IncomingMessage> =>
      new Promise((resolve, reject) => {
        const headers = { authorization: bearerOfAdmin(), 'content-type': 'application/json' }
        const request = sendRequest(api.url + path, { method, agent, headers }, (response) => {
          response.resume().once('end', () => resolve(response))
        })
        request.once('error', reject).end(body)
      })
    expect((await send('GET', '/healthz')).headers.connection).toBe('keep-alive')
    const ended = api.stop('SIGTERM')
    await sleep(2_000)
    const { statusCode, headers } = await send('POST', '/api/articles', '{"title":"Late","content":"Text"}')
    expect([statusCode, headers.connection]).toEqual([201, 'close'])
    expect((await ended).code).toBe(0)
  })

  it('ends with 0 within 10 s, although requests and the database hang', async () => {
    const postgres = await startPostgres()
    undo.push(() => postgres.stop())
    api = await startApi({ DATABASE_URL: postgres.url })
    postgres.freeze()
    undo.push(async () => postgres.thaw())
    const halfSent = connect(Number(new URL(api.url).port), '127.0.0.1')
    halfSent.write(
      'POST /graphql HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 1000\r\n\r\n{',
    )
    const cut = new Promise((resolve) => halfSent.once('error', resolve).once('close', resolve))
    const lost = create(api.url, 'Lost').then(
      ({ status }) => status,
      () => 'cut',
    )
    await once(halfSent, 'data')
    const start = performance.now()
    const { code } = await api.stop('SIGTERM')
    const ms = performance.now() - start
    expect(code).toBe(0)
    expect(ms).toBeLessThan(10_000)
    await cut
    // On a busy machine, the time limit for connections can end the request first.
    expect(['cut', 503]).toContain(await lost)
  })
})
