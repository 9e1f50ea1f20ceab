import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import jwt from 'jsonwebtoken'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { createDatabase } from '../../../tools/postgres-database.ts'
import { freePort } from '../../../tools/postgres-server.ts'
import { killAndWait } from '../../../tools/process-tree.ts'
import type {} from '../../../tools/vitest-postgres.ts'
import { startProgram, type RunningProgram } from './testing/processes.ts'
import { ADMIN_PASSWORD, DATABASES, type DatabaseKind } from './testing/service.ts'

const JWT_SECRET = 'a secret of thirty-two bytes or more'
/** Of the first user to be made after the ghost. A token costs no hash, and must not be older than its user. */
const asAdmin = (): string => `Bearer ${jwt.sign({ sub: '2' }, JWT_SECRET, { expiresIn: '15m' })}`

interface Done {
  readonly id: string
  readonly isReplayed: boolean
}

describe('C6.9 kill -9 between a write and its answer', { timeout: 180_000 }, () => {
  let folder: string
  let drop: () => Promise<void>
  const running: RunningProgram[] = []

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'content-service-'))
    drop = async () => undefined
  })
  afterEach(async () => {
    for (const program of running.splice(0)) await killAndWait(program.process.pid as number)
    await drop()
    await rm(folder, { recursive: true, force: true })
  })

  const databaseOf = async (kind: DatabaseKind): Promise<Readonly<Record<string, string>>> => {
    if (kind === 'PGlite') return { DATA_DIR: folder }
    const database = await createDatabase(inject('postgresUrl'))
    drop = database.drop
    return { DATABASE_URL: database.url }
  }
  const start = async (settings: Readonly<Record<string, string>>) => {
    const fixed = { JWT_SECRET, ADMIN_PASSWORD, SAMPLE_CONTENT: 'false' }
    const program = startProgram('main.ts', [], { ...fixed, ...settings })
    running.push(program)
    await program.said(/GraphQL and GraphiQL\s+http/)
    return program
  }
  const kill = (program: RunningProgram) => killAndWait(program.process.pid as number)
  const send = (url: string, path: string, body: object, more: RequestInit & { key?: string } = {}) =>
    fetch(url + path, {
      ...more,
      method: 'POST',
      headers: {
        authorization: asAdmin(),
        'content-type': 'application/json',
        ...(more.key !== undefined && { 'idempotency-key': more.key }),
      },
      body: JSON.stringify(body),
    })

  /** One request over either style; null without an answer, or with one that says to come back. */
  const create = async (url: string, title: string): Promise<Done | null> => {
    const isTyped = title.endsWith('typed')
    const query = `mutation { createArticle(input: { authorId: "2", title: "${title}", content: "Text" }) { id } }`
    const response = await (
      isTyped
        ? send(url, '/graphql', { query }, { key: title })
        : send(url, '/api/articles', { title, content: 'Text' }, { key: title })
    ).catch(() => null)
    const text = await response?.text().catch(() => null)
    if (response === null || !text || [409, 503].includes(response.status)) return null
    if (![200, 201].includes(response.status)) throw new Error(text)
    const body = JSON.parse(text)
    const id = isTyped ? body.data.createArticle.id : body.id
    return { id, isReplayed: response.headers.get('idempotent-replayed') === 'true' }
  }
  const createUntilAnswered = async (url: string, title: string): Promise<Done> => {
    for (;;) {
      const done = await create(url, title)
      if (done) return done
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  it.each(DATABASES)('on %s who tries until there is an answer has made one of each', async (kind) => {
    const port = await freePort()
    const settings = { ...(await databaseOf(kind)), PORT: String(port) }
    const url = `http://127.0.0.1:${port}`
    const titles = Array.from({ length: 48 }, (_, n) => `article-${n}-${n % 2 ? 'typed' : 'plain'}`)
    const answered = new Map<string, string>()
    let program = await start(settings)
    const waiting = [...titles]
    const client = async () => {
      for (let title = waiting.shift(); title !== undefined; title = waiting.shift())
        answered.set(title, (await createUntilAnswered(url, title)).id)
    }
    const clients = Promise.all(Array.from({ length: 6 }, client))
    for (const count of [8, 20, 32]) {
      const reached = expect.poll(() => answered.size, { timeout: 60_000, interval: 1 })
      // What goes wrong with the clients is not waited for.
      await Promise.race([reached.toBeGreaterThanOrEqual(count), clients])
      await kill(program)
      program = await start(settings)
    }
    await clients
    const listed = await send(url, '/graphql', {
      query: '{ articles(pagination: { limit: 100 }) { id title } }',
    })
    const { data } = (await listed.json()) as {
      readonly data: { readonly articles: readonly { readonly id: string; readonly title: string }[] }
    }
    expect(data.articles.map(({ title }) => title).toSorted()).toEqual(titles.toSorted())
    for (const { id, title } of data.articles) expect([title, answered.get(title)]).toEqual([title, id])
  })

  it('before the answer is kept there is nothing, and the retry does it at another process', async () => {
    const settings = await databaseOf('PostgreSQL')
    const [port, otherPort] = [await freePort(), await freePort()]
    const first = await start({ ...settings, PORT: String(port) })
    await start({ ...settings, PORT: String(otherPort) })
    const database = new Client({ connectionString: settings['DATABASE_URL'] })
    await database.connect()
    const waiting = async () =>
      (
        await database.query(
          "select 1 from pg_locks where relation = 'idempotency_keys'::regclass and not granted",
        )
      ).rows.length
    // Answers can be looked up meanwhile, and none be kept: the article is written by then, and not committed.
    await database.query('begin')
    await database.query('lock table idempotency_keys in share mode')
    const lost = create(`http://127.0.0.1:${port}`, 'killed-plain')
    await expect.poll(waiting, { timeout: 20_000, interval: 20 }).toBe(1)
    await kill(first)
    expect(await lost).toBeNull()
    await database.query('commit')
    const retried = await createUntilAnswered(`http://127.0.0.1:${otherPort}`, 'killed-plain')
    const { rows } = await database.query('select id from articles')
    await database.end()
    expect([retried.isReplayed, rows]).toEqual([false, [{ id: retried.id }]])
  })

  it.each(DATABASES)('on %s once it is kept, the retry gets the answer that was lost', async (kind) => {
    const port = await freePort()
    const settings = { ...(await databaseOf(kind)), PORT: String(port) }
    const url = `http://127.0.0.1:${port}`
    const program = await start(settings)
    const controller = new AbortController()
    const lost = send(
      url,
      '/api/articles',
      { title: 'lost-plain', content: 'Text' },
      { key: 'lost-plain', signal: controller.signal },
    )
    const { headers } = await lost
    controller.abort()
    await kill(program)
    await start(settings)
    const retried = await createUntilAnswered(url, 'lost-plain')
    expect([retried.isReplayed, headers.get('location')]).toEqual([true, `/api/articles/${retried.id}`])
  })
})
