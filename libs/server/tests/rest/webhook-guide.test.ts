import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestService, type TestService } from '../support/service.ts'

const RECEIVER = fileURLToPath(new URL('../../../../docs/examples/webhook-receiver.mjs', import.meta.url))

/** A free port, which the receiver of the guide can use again after a stop. */
const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

let service: TestService
let receiver: ChildProcess
let said = ''
beforeAll(async () => {
  service = await startTestService('PGlite', { WEBHOOK_ALLOW_PRIVATE: 'true' })
}, 30_000)
afterAll(async () => {
  receiver.kill()
  await service.stop()
})

const run = (secret: string, port: number): void => {
  const env = { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) }
  receiver = spawn(process.execPath, [RECEIVER], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  receiver.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()))
}
const lines = (type: string): readonly string[] => said.split('\n').filter((line) => line.startsWith(type))

it(
  'C11.1 the receiver of docs/webhooks.md verifies its events, and misses none while it is stopped',
  { timeout: 60_000 },
  async () => {
    const port = await freePort()
    const body = { url: `http://127.0.0.1:${port}/`, events: ['article.created', 'article.updated'] }
    const { id, secret } = (await service.call('POST', '/api/webhooks', { body })).body
    run(secret, port)
    await service.call('POST', `/api/webhooks/${id}/test`)
    await expect.poll(() => lines('webhook.test'), { timeout: 20_000 }).toHaveLength(1)
    const deliveries = async (): Promise<
      readonly { readonly status: string; readonly error: string | null }[]
    > => (await service.call('GET', `/api/webhooks/${id}/deliveries`)).body
    // The receiver prints the event before it sends its response.
    await expect.poll(async () => (await deliveries())[0]?.status, { timeout: 20_000 }).toBe('DELIVERED')

    receiver.kill()
    const given = { title: 'First', content: 'Text.' }
    const article = (await service.call('POST', '/api/articles', { body: given })).body
    for (const title of ['Second', 'Third'])
      await service.call('PATCH', `/api/articles/${article.id}`, { body: { title } })
    const listFailed = async () => (await deliveries()).filter(({ error }) => error !== null)
    await expect
      .poll(listFailed, { timeout: 20_000 })
      .toMatchObject([{ type: 'article.created', statusCode: null }])

    run(secret, port)
    await expect.poll(() => lines('article.'), { timeout: 30_000 }).toHaveLength(3)
    expect(lines('article.').map((line) => /"title":"(\w+)"/.exec(line)?.[1])).toEqual([
      'First',
      'Second',
      'Third',
    ])
    const forged = await fetch(body.url, { method: 'POST', body: '{"type":"article.deleted"}' })
    expect(forged.status).toBe(401)
  },
)
