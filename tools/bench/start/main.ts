import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../postgres/postgres-server.ts'
import { startPostgres } from '../../postgres/postgres.ts'
import { median } from '../api/report/statistics.ts'

/**
 * `node tools/bench/start/main.ts [ROUNDS] [PROGRAM...]` measures the start of the service on a migrated PostgreSQL, its
 * memory, and the idle work of the service and of a worker. PROGRAM is the arguments of Node, and `npm start` by default.
 */
const ROOT = resolve(import.meta.dirname, '../../..')
const SOURCES = '--conditions=@content-service/source'
/** Background work of a start has ended, and the garbage collector has not been asked to run. */
const SETTLE_MS = 5_000
/** The last work of a start has ended. */
const IDLE_AFTER_MS = 20_000
const IDLE_SECONDS = 60
const POLL_MS = 3

const [rounds = '10', ...program] = process.argv.slice(2)

const SETTINGS = {
  PATH: process.env['PATH'],
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  JWT_SECRET: 'a secret of thirty-two bytes or more',
  SAMPLE_CONTENT: 'false',
}

interface Running {
  readonly child: ChildProcess
  readonly port: number
  readonly startedAt: number
}

const start = async (databaseUrl: string, args: readonly string[]): Promise<Running> => {
  const port = await freePort()
  const env = { ...SETTINGS, DATABASE_URL: databaseUrl, PORT: String(port) }
  const startedAt = performance.now()
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'], env })
  return { child, port, startedAt }
}

const stop = async ({ child }: Running): Promise<void> => {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

const REQUESTS = {
  health: { path: '/healthz' },
  GraphQL: {
    path: '/graphql',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ __typename }' }),
  },
}
type Question = keyof typeof REQUESTS

/** The status of a response; 0 before the service listens. */
const ask = (port: number, question: Question): Promise<number> =>
  new Promise((answer) => {
    const { body, ...options }: { readonly path: string; readonly body?: string } = REQUESTS[question]
    const sent = request({ host: '127.0.0.1', port, agent: false, ...options }, (response) => {
      response.resume().once('end', () => answer(response.statusCode ?? 0))
    })
    sent.once('error', () => answer(0)).end(body)
  })

/** The milliseconds until the first response. */
const untilResponse = async ({ child, port, startedAt }: Running, question: Question): Promise<number> => {
  while ((await ask(port, question)) !== 200) {
    if (child.exitCode !== null) throw new Error('The service did not start.')
    await sleep(POLL_MS)
  }
  return performance.now() - startedAt
}

/** In MB, from Linux. */
const readMemory = ({ child }: Running): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024

/** The CPU time since the start, in milliseconds. Linux counts in steps of 10 ms. */
const readCpu = ({ child }: Running): number => {
  const [user = 0, system = 0] = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
    .split(') ')[1]
    ?.split(' ')
    .slice(11, 13)
    .map(Number) as number[]
  return (user + system) * 10
}

const postgres = await startPostgres({ durable: true })
const api = program.length > 0 ? program : [SOURCES, 'apps/api/src/start.js']
const measured: Record<string, number[]> = {}
const note = (name: string, value: number): void => void (measured[name] ??= []).push(value)
try {
  // The first two starts migrate the database, and fill the caches of modules and of their code.
  for (let round = -2; round < Number(rounds); round += 1)
    for (const question of ['health', 'GraphQL'] as const) {
      const service = await start(postgres.url, api)
      const milliseconds = await untilResponse(service, question)
      const cpu = readCpu(service)
      if (round >= 0) note(`first response, ${question} (ms)`, milliseconds)
      if (round >= 0) note('CPU time until then (ms)', cpu)
      await sleep(SETTLE_MS)
      if (round >= 0) note('memory (MB)', readMemory(service))
      await stop(service)
    }
  const both = [
    await start(postgres.url, api),
    await start(postgres.url, [SOURCES, 'apps/worker/src/start.js']),
  ]
  await sleep(IDLE_AFTER_MS)
  const before = both.map(readCpu)
  await sleep(IDLE_SECONDS * 1_000)
  both.forEach((each, index) =>
    note(
      `idle ${['service', 'worker'][index]} (% of a core)`,
      (readCpu(each) - (before[index] ?? 0)) / IDLE_SECONDS / 10,
    ),
  )
  for (const each of both) await stop(each)
} finally {
  await postgres.stop()
}
for (const [name, values] of Object.entries(measured))
  console.log(
    `${name}: median ${median(values).toFixed(2)} of ${values.map((value) => value.toFixed(1)).join(' ')}`,
  )
