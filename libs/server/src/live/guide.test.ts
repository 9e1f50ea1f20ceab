import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../../../../tools/postgres/postgres-server.ts'
import { startTestService, type TestService } from '../../tests/support/service.ts'

type Listen = (url: string, query: string) => AsyncGenerator<unknown, void, undefined>

let [folder, service] = [] as unknown as [string, TestService]
let start: () => Promise<TestService>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'content-service-'))
  const settings = { PORT: String(await freePort()), DATA_DIR: folder }
  start = () => startTestService('PGlite', settings)
  service = await start()
}, 30_000)
afterAll(async () => {
  await service.stop()
  await rm(folder, { recursive: true, force: true })
})

it(
  'C11.1 listen.mjs of docs/subscriptions.md gets articles that were published while it was away',
  { timeout: 60_000 },
  async () => {
    const example = new URL('../../../../docs/examples/listen.mjs', import.meta.url)
    const { listen } = (await import(example.href)) as { readonly listen: Listen }
    const publish = (title: string) =>
      service.call('POST', '/api/articles', { body: { title, content: 'Text.', status: 'PUBLISHED' } })
    const heard = listen(`${service.url}/graphql/stream`, 'subscription { articlePublished { title } }')
    const first = heard.next()
    // The client does not report when it listens: the test publishes articles until the client receives the first one.
    let isHeard = false
    void first.then(() => (isHeard = true))
    while (!isHeard) await publish('Before')
    const next = heard.next()
    await service.stop()
    service = await start()
    await publish('While it was away')
    const seen = [await next]
    while (JSON.stringify(seen.at(-1)).includes('Before')) seen.push(await heard.next())
    expect(seen.at(-1)?.value).toEqual({ data: { articlePublished: { title: 'While it was away' } } })
    await heard.return()
  },
)
