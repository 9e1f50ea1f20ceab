import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requirePrograms } from '../../../../tools/programs/required-programs.ts'
import { startNginx, type Nginx } from '../../../../tools/programs/nginx.ts'
import { freePort } from '../../../../tools/postgres/postgres-server.ts'
import { killAndWait } from '../../../../tools/programs/process-tree.ts'
import { startRedis, type Redis } from '../../../../tools/programs/redis.ts'
import { openReceiver, type Receiver } from '../../../../tools/programs/webhook-receiver.ts'
import { createMigratedDatabase } from '../support/processes/migrated-database.ts'
import {
  bearerOfAdmin,
  startApi,
  startWorkerProgram,
  type ApiProcess,
} from '../support/processes/api-process.ts'
import { configurePorts } from '../support/processes/deployed.ts'
import type { RunningProgram } from '../support/processes/processes.ts'
import { findDoubled, lost } from '../support/kept.ts'
import { startWriters } from '../support/writers.ts'

requirePrograms('nginx', 'Redis')

describe(
  'C10.7 two APIs and two workers on one PostgreSQL and one Redis, behind nginx',
  { timeout: 120_000 },
  () => {
    let url: string
    let drop: () => Promise<void>
    let redis: Redis
    let nginx: Nginx
    let receiver: Receiver
    let apis: readonly [ApiProcess, ApiProcess]
    let workers: readonly RunningProgram[]

    beforeAll(async () => {
      const database = await createMigratedDatabase()
      drop = database.drop
      redis = await startRedis()
      receiver = await openReceiver()
      const ports = [await freePort(), await freePort(), await freePort()] as const
      url = `http://127.0.0.1:${ports[0]}`
      const settings = {
        DATABASE_URL: database.url,
        REDIS_URL: redis.url,
        BASE_URL: url,
        TRUST_PROXY: '127.0.0.1',
        WEBHOOK_ALLOW_PRIVATE: 'true',
      }
      apis = [
        await startApi({ ...settings, PORT: String(ports[1]) }),
        await startApi({ ...settings, PORT: String(ports[2]) }),
      ]
      workers = [startWorkerProgram(settings), startWorkerProgram(settings)]
      nginx = await startNginx(configurePorts(ports), ports[0])
    }, 60_000)
    afterAll(async () => {
      await nginx.stop()
      for (const api of apis) await api.kill()
      for (const { process } of workers) await killAndWait(process.pid as number)
      await receiver.close()
      await redis.stop()
      await drop()
    }, 30_000)

    const ask = (path: string, init: RequestInit = {}) =>
      fetch(url + path, {
        ...init,
        headers: { authorization: bearerOfAdmin(), 'content-type': 'application/json', ...init.headers },
      })

    it('after kill -9 of one process of each kind, clients that repeat requests lose nothing and double nothing, and every event arrives', async () => {
      const webhook = { url: receiver.url, events: ['article.created'] }
      expect((await ask('/api/webhooks', { method: 'POST', body: JSON.stringify(webhook) })).status).toBe(201)
      const writers = startWriters(url, 8)
      await writers.more(10)
      await Promise.all([apis[0].kill(), killAndWait(workers[0]?.process.pid as number)])
      await writers.more(20)
      await writers.finish()
      expect(await lost(url, writers.acknowledged)).toEqual([])
      expect(await findDoubled(url)).toEqual([])
      const indexReceived = () =>
        new Map(receiver.received.map(({ id, document }) => [document.data['id'], id] as const))
      const created = [...writers.acknowledged.values()].map(({ id }) => id).toSorted()
      await expect
        .poll(() => [...indexReceived().keys()].toSorted(), { timeout: 60_000, interval: 100 })
        .toEqual(created)
      // Each event arrives at least once, and each time with the same id.
      for (const { id, document } of receiver.received)
        expect(indexReceived().get(document.data['id'])).toBe(id)
    })

    /** Sends a request from an address of this machine that is not a trusted proxy. */
    const requestAsStranger = async (headers: Readonly<Record<string, string>>): Promise<IncomingMessage> => {
      const asked = request(`${url}/api/products`, { localAddress: '127.0.0.2', headers }).end()
      const [answer] = (await once(asked, 'response')) as [IncomingMessage]
      return answer.resume()
    }

    it('C9.1, C10.5 the address and protocol come from nginx, and not from headers of strangers', async () => {
      const claims = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '192.0.2.1' }
      const answers = [
        await requestAsStranger(claims),
        await requestAsStranger({ ...claims, 'x-forwarded-for': '192.0.2.2' }),
      ]
      const [first, second] = answers.map(({ headers }) => Number(headers['x-ratelimit-remaining']))
      expect([first, answers[0]?.headers['strict-transport-security']]).toEqual([
        Number(second) + 1,
        undefined,
      ])
    })

    it('C11.1 passes on each event of a stream at once', async () => {
      const query = encodeURIComponent('subscription { articlePublished { title } }')
      const stream = await ask(`/graphql/stream?query=${query}`, { headers: { accept: 'text/event-stream' } })
      expect([stream.status, stream.headers.get('content-type')]).toEqual([
        200,
        'text/event-stream; charset=utf-8',
      ])
      const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
      await ask('/api/articles', {
        method: 'POST',
        body: '{"title":"Live","content":"Text","status":"PUBLISHED"}',
      })
      let read = ''
      while (!read.includes('"Live"')) read += (await reader?.read())?.value
      await reader?.cancel()
    })
  },
)
