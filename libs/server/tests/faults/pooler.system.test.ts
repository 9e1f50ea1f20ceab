import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { startPgBouncer, type PgBouncer } from '../../../../tools/programs/pgbouncer.ts'
import { createDatabase } from '../../../../tools/postgres/postgres-database.ts'
import type {} from '../../../../tools/postgres/vitest-postgres.ts'
import { killAndWait } from '../../../../tools/programs/process-tree.ts'
import { requirePrograms } from '../../../../tools/programs/required-programs.ts'
import { openReceiver, type Receiver } from '../../../../tools/programs/webhook-receiver.ts'
import {
  bearerOfAdmin,
  startApi,
  startWorkerProgram,
  type ApiProcess,
} from '../support/processes/api-process.ts'
import { findDoubled, lost } from '../support/kept.ts'
import { runProgram, type RunningProgram } from '../support/processes/processes.ts'
import { startWriters } from '../support/writers.ts'

requirePrograms('PgBouncer')

describe('behind PgBouncer in transaction mode', { timeout: 60_000 }, () => {
  let drop: () => Promise<void>
  let pooler: PgBouncer
  let receiver: Receiver
  let apis: readonly [ApiProcess, ApiProcess]
  let worker: RunningProgram

  beforeAll(async () => {
    const database = await createDatabase(inject('postgresUrl'))
    drop = database.drop
    pooler = await startPgBouncer(database.url)
    receiver = await openReceiver()
    const settings = {
      DATABASE_URL: pooler.url,
      DATABASE_DIRECT_URL: database.url,
      DATABASE_NAMED_STATEMENTS: 'false',
      WEBHOOK_ALLOW_PRIVATE: 'true',
    }
    // The first start migrates the empty database.
    const first = await startApi(settings)
    apis = [first, await startApi(settings)]
    worker = startWorkerProgram(settings)
  }, 60_000)
  afterAll(async () => {
    for (const api of apis) await api.kill()
    await killAndWait(worker.process.pid as number)
    await receiver.close()
    await pooler.stop()
    await drop()
  }, 30_000)

  const ask = (api: ApiProcess, path: string, init: RequestInit = {}) =>
    fetch(api.url + path, {
      ...init,
      headers: { authorization: bearerOfAdmin(), 'content-type': 'application/json', ...init.headers },
    })

  it('writes of many clients at once are kept, and their events reach webhooks', async () => {
    const webhook = { url: receiver.url, events: ['article.created'] }
    const made = await ask(apis[0], '/api/webhooks', { method: 'POST', body: JSON.stringify(webhook) })
    expect(made.status).toBe(201)
    const writers = startWriters(apis[0].url, 8)
    await writers.more(20)
    await writers.finish()
    expect(await lost(apis[1].url, writers.acknowledged)).toEqual([])
    expect(await findDoubled(apis[1].url)).toEqual([])
    const created = [...writers.acknowledged.values()].map(({ id }) => id).toSorted()
    const listReceived = () => [...new Set(receiver.received.map(({ document }) => document.data['id']))]
    await expect.poll(() => listReceived().toSorted(), { timeout: 30_000 }).toEqual(created)
  })

  it('repeated queries of many clients are answered', async () => {
    const body = JSON.stringify({
      query: '{ articles(pagination: { limit: 3 }) { id title owner { username } } }',
    })
    const answers = await Promise.all(
      Array.from({ length: 40 }, async (_, place) => {
        const answer = await ask(apis[place % 2] as ApiProcess, '/graphql', { method: 'POST', body })
        return answer.text()
      }),
    )
    expect(new Set(answers).size).toBe(1)
    expect(answers[0]).toContain('"username"')
  })

  it('subscriptions hear of the writes of another process', async () => {
    const query = encodeURIComponent('subscription { articlePublished { title } }')
    const headers = { accept: 'text/event-stream' }
    const stream = await ask(apis[0], `/graphql/stream?query=${query}`, { headers })
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
    const article = { title: 'Live', content: 'Text', status: 'PUBLISHED' }
    await ask(apis[1], '/api/articles', { method: 'POST', body: JSON.stringify(article) })
    let read = ''
    while (!read.includes('"Live"')) read += (await reader?.read())?.value
    await reader?.cancel()
  })

  it('searches find what was written', async () => {
    const article = { title: 'Xylophone', content: 'Text', status: 'PUBLISHED' }
    await ask(apis[0], '/api/articles', { method: 'POST', body: JSON.stringify(article) })
    const query = '{ searchAll(query: "xylophone") { edges { node { __typename } } } }'
    const found = await ask(apis[1], '/graphql', { method: 'POST', body: JSON.stringify({ query }) })
    expect(await found.json()).toMatchObject({
      data: { searchAll: { edges: [{ node: { __typename: 'Article' } }] } },
    })
  })
})

describe('C10.2 a schema behind PgBouncer in transaction mode', { timeout: 60_000 }, () => {
  const open = async (connectQuery: string) => {
    const database = await createDatabase(inject('postgresUrl'))
    onTestFinished(() => database.drop())
    const pooler = await startPgBouncer(database.url, connectQuery)
    onTestFinished(() => pooler.stop())
    return { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: database.url, DATABASE_SCHEMA: 'content' }
  }

  it('contains the tables if the pooler sets the search path', async () => {
    const api = await startApi(await open('set search_path = content, public'))
    const query = '{ articles { id } }'
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${api.url}/graphql`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ query }),
    })
    expect(await answer.json()).toMatchObject({ data: { articles: [] } })
    await api.stop()
  })

  it('is refused at the start if the pooler does not set the search path', async () => {
    const settings = { ...(await open('')), JWT_SECRET: 'a secret of thirty-two bytes or more', PORT: '0' }
    const { code, errors } = await runProgram('start.js', [], settings)
    expect([code, errors]).toEqual([
      2,
      "The connections of DATABASE_URL do not use the schema content. The pooler must set it: connect_query='set search_path = content, public'\n",
    ])
  })
})
