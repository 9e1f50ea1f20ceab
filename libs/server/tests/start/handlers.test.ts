import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtInModel, contentModel, type HandlerEvent } from '@content-service/domain'
import type { RunningJobs } from '@content-service/domain/internal/jobs'
import { Client } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSettings, readWorkerSettings } from '../../src/settings/read-settings.ts'
import { startService, type RunningService } from '../../src/start/start.ts'
import { startWorker } from '../../src/worker/start-worker.ts'
import { createMigratedDatabase, fillDataDirectory } from '../support/processes/migrated-database.ts'
import { runCommandHere } from '../support/processes/run-command.ts'
import { ADMIN, ADMIN_PASSWORD, AS_ADMIN, JWT_SECRET } from '../support/service.ts'

const SILENT = pino({ level: 'silent' })
const FIRST = { PORT: '0', ADMIN_EMAIL: ADMIN, ADMIN_PASSWORD, SAMPLE_CONTENT: 'false', JWT_SECRET }

const createModel = (run: (event: HandlerEvent) => void) =>
  contentModel(builtInModel.types, {
    handlers: {
      watch: { on: ['category.created'], permissions: ['products:read'], run },
      fail: {
        on: ['category.created'],
        run: () => {
          throw new Error('The printer\u001b[31m has\nno paper.')
        },
      },
    },
  })

const post = async ({ url }: RunningService, name: string): Promise<number> => {
  const headers = { authorization: AS_ADMIN, 'content-type': 'application/json' }
  const response = await fetch(`${url}/api/categories`, {
    ...{ method: 'POST', headers, body: JSON.stringify({ name }) },
  })
  return response.status
}

describe('C16.4 handlers on PostgreSQL', () => {
  const names: unknown[] = []
  const model = createModel(({ data }) => void names.push(data?.['name']))
  let [service, worker] = [] as unknown as [RunningService, RunningJobs]
  let [client, folder] = [] as unknown as [Client, string]
  let drop: () => Promise<void>
  let environment: Readonly<Record<string, string>>
  beforeAll(async () => {
    const database = await createMigratedDatabase()
    drop = database.drop
    folder = await mkdtemp(join(tmpdir(), 'content-service-handlers-'))
    environment = { DATABASE_URL: database.url, JWT_SECRET }
    client = new Client({ connectionString: database.url })
    await client.connect()
    service = await startService(readSettings({ ...environment, ...FIRST }), SILENT, { model })
  }, 60_000)
  afterAll(async () => {
    await worker?.stop()
    await service.stop()
    await client.end()
    await drop()
    await rm(folder, { recursive: true })
  })

  const get = async (path: string): Promise<string> =>
    (await fetch(service.url + path, { headers: { authorization: AS_ADMIN } })).text()
  const readCheck = async (): Promise<string> => JSON.parse(await get('/readyz')).checks.handlers
  const run = (words: readonly string[]) => runCommandHere(words, environment, { model })

  it('begin with the start of the API, and run in the worker', async () => {
    expect(await post(service, 'before the worker')).toBe(201)
    worker = await startWorker(readWorkerSettings(environment), SILENT, { model })
    expect(await post(service, 'with the worker')).toBe(201)
    await expect.poll(() => names, { timeout: 20_000 }).toEqual(['before the worker', 'with the worker'])
  })

  it('get no events of an import', async () => {
    const file = join(folder, 'content.ndjson')
    await writeFile(file, `${JSON.stringify({ type: 'category', name: 'imported' })}\n`)
    expect((await run(['import', file])).code).toBe(0)
    expect(await post(service, 'after the import')).toBe(201)
    await expect.poll(() => names, { timeout: 20_000 }).toHaveLength(3)
    expect(names).not.toContain('imported')
  })

  it('show the runs that wait', async () => {
    await expect
      .poll(async () => /^handler_waiting 3$/m.test(await get('/metrics')), { timeout: 5_000 })
      .toBe(true)
    expect(await readCheck()).toBe('ok')
    expect(await get('/metrics')).not.toContain('handler_dead_letters{')
  })

  it('name the handler of a dead letter: in /readyz, metrics, doctor and the list', async () => {
    await client.query(`update handler_runs set attempts = 15, next_attempt_at = now(), claimed_until = null`)
    await expect.poll(readCheck, { timeout: 20_000 }).toBe('dead letters: fail 3')
    expect(await get('/readyz')).toContain('"status":"ready"')
    expect(await get('/metrics')).toMatch(/^handler_dead_letters\{handler="fail"\} 3$/m)
    expect((await run(['doctor'])).output).toMatch(/^better handlers: there are dead letters: fail 3\. /m)
    const { code, output } = await run(['handlers', 'list'])
    const lines = output.trim().split('\n')
    expect([code, lines.length]).toEqual([0, 3])
    for (const line of lines)
      expect(line).toMatch(
        /^[\da-f-]{36} {2}\S+Z {2}fail {2}category\.created {2}[\da-f-]{36} {2}The printer \[31m has no paper\.$/,
      )
  })

  it('try a dead letter again', async () => {
    const [id = ''] = (await run(['handlers', 'list'])).output.split(' ')
    expect(await run(['handlers', 'retry', id])).toMatchObject({
      code: 0,
      output: `The service will try ${id} again.\n`,
    })
    await expect.poll(readCheck, { timeout: 20_000 }).toBe('dead letters: fail 2')
    const wrong = [id, 'nothing', '\u0000', '__proto__', '1'.repeat(10_000)]
    for (const word of wrong)
      expect(await run(['handlers', 'retry', word])).toMatchObject({
        code: 2,
        errors: expect.stringMatching(/^There is no dead letter /),
      })
  })

  it('that a worker of an earlier model does not know lose nothing', async () => {
    await worker.stop()
    const earlier = await startWorker(readWorkerSettings(environment), SILENT)
    expect(await post(service, 'with the earlier worker')).toBe(201)
    const undispatched = async () =>
      (await client.query('select 1 from events where dispatched_at is null')).rowCount
    await expect.poll(undispatched, { timeout: 20_000 }).toBe(0)
    await earlier.stop()
    worker = await startWorker(readWorkerSettings(environment), SILENT, { model })
    await expect.poll(() => names, { timeout: 20_000 }).toContain('with the earlier worker')
  })
})

it(
  'C16.4 handlers run in the process of the API with the embedded database',
  { timeout: 60_000 },
  async () => {
    const names: unknown[] = []
    const model = createModel(({ data }) => void names.push(data?.['name']))
    const folder = await mkdtemp(join(tmpdir(), 'content-service-handlers-'))
    await fillDataDirectory(folder)
    const service = await startService(readSettings({ ...FIRST, DATA_DIR: folder }), SILENT, { model })
    try {
      expect(await post(service, 'embedded')).toBe(201)
      await expect.poll(() => names, { timeout: 20_000 }).toEqual(['embedded'])
    } finally {
      await service.stop()
      await rm(folder, { recursive: true })
    }
  },
)
