import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { processesIn, processesNaming, until } from '../programs/processes.ts'
import { installedBinaries, reachableBinaries, unprivilegedAccount } from './postgres-binaries.ts'
import { Cluster } from './postgres-cluster.ts'
import { end, freePort, serveOnFreePort } from './postgres-server.ts'
import { parseVersion } from './postgres-versions.ts'
import { type Postgres, type PostgresOptions, startPostgres } from './postgres.ts'

/** A server for the tests that leave it running, because a new cluster takes a second. */
let shared: Postgres
beforeAll(async () => {
  shared = await startPostgres()
})
afterAll(() => shared.stop())

async function started(options?: PostgresOptions) {
  const postgres = await startPostgres(options)
  onTestFinished(() => postgres.stop())
  return postgres
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query({ text, rowMode: 'array' })
  await client.end()
  return rows.flat()
}

test('answers queries, and leaves neither process nor folder behind', async () => {
  const postgres = await started()
  expect(await query(postgres.url, `SELECT lower('ÄÖÜ'), current_setting('fsync')`)).toEqual(['äöü', 'off'])
  expect(processesIn(postgres.dataDir)).toContain(postgres.pid)
  await postgres.stop()
  expect(processesIn(postgres.dataDir)).toEqual([])
  expect(existsSync(dirname(postgres.dataDir))).toBe(false)
})

test('never runs as root, and refuses connections without the password', async () => {
  expect(statSync(`/proc/${shared.pid}`).uid).not.toBe(0)
  const url = new URL(shared.url)
  url.password = 'guess'
  await expect(query(url.href, 'SELECT 1')).rejects.toThrow(/password authentication failed/)
})

test('a durable server keeps acknowledged data through kill -9, under the same address', async () => {
  const postgres = await started({ durable: true })
  expect(await query(postgres.url, `SELECT current_setting('fsync')`)).toEqual(['on'])
  await query(postgres.url, 'CREATE TABLE kept AS SELECT 42 AS answer')
  const before = postgres.pid
  await postgres.kill()
  await expect(query(postgres.url, 'SELECT 1')).rejects.toThrow(/ECONNREFUSED/)
  await postgres.restart()
  expect(await query(postgres.url, 'SELECT answer FROM kept')).toEqual([42])
  expect(postgres.pid).not.toBe(before)
})

test('a server keeps its data through a shutdown, and answers again after a freeze', async () => {
  await query(shared.url, 'CREATE TABLE kept AS SELECT 42 AS answer')
  await shared.shutDown()
  await expect(query(shared.url, 'SELECT 1')).rejects.toThrow(/ECONNREFUSED/)
  await shared.restart()
  shared.freeze()
  let isAnswered = false
  const answer = query(shared.url, 'SELECT answer FROM kept').finally(() => (isAnswered = true))
  // Another server starts, answers and ends in the meantime.
  await (await started()).stop()
  expect(isAnswered).toBe(false)
  shared.thaw()
  expect(await answer).toEqual([42])
})

test('a setting that PostgreSQL refuses is an error with its message, and leaves nothing behind', async () => {
  await expect(startPostgres({ settings: { work_mem: 'plenty' } })).rejects.toThrow(
    /did not start:.*work_mem/s,
  )
})

test('a port that another process takes first is replaced by another port', async () => {
  const cluster = await Cluster.create('secret')
  onTestFinished(() => cluster.remove())
  const taken = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void taken.close())
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const ports = [port, await freePort()]
  const started = await serveOnFreePort(cluster, {}, async () => ports.shift() as number)
  expect(started.port).not.toBe(port)
  await end(started.server, 'SIGINT')
})

test('the server ends without its guard', async () => {
  const postgres = await started()
  const [guard] = processesNaming(`postgres-guard.sh\0${dirname(postgres.dataDir)}`)
  process.kill(guard as number, 'SIGKILL')
  await until(() => processesIn(postgres.dataDir).length === 0)
})

test.each(['SIGKILL', 'nothing'])('ends with a program that is ended by %s', async (signal) => {
  const program = `
    const { startPostgres } = await import(${JSON.stringify(join(import.meta.dirname, 'postgres.ts'))})
    process.stdout.write((await startPostgres()).dataDir)
    if (${signal === 'SIGKILL'}) setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [dataDir] = (await once(child.stdout, 'data')).map(String) as [string]
  if (signal === 'SIGKILL') child.kill('SIGKILL')
  await until(() => processesIn(dataDir).length === 0 && !existsSync(dirname(dataDir)))
})

test('copies binaries from a folder that the account cannot reach', async () => {
  const account = unprivilegedAccount()
  const [closed, open] = [mkdtempSync(join(tmpdir(), 'closed-')), mkdtempSync(join(tmpdir(), 'open-'))]
  onTestFinished(() => [closed, open].forEach((folder) => rmSync(folder, { recursive: true })))
  if (account) chownSync(open, account.uid, account.gid)
  const native = dirname(dirname((await installedBinaries()).postgres))
  symlinkSync(native, join(closed, 'native'))
  const installed = {
    postgres: join(closed, 'native/bin/postgres'),
    initdb: join(closed, 'native/bin/initdb'),
  }
  const reachable = reachableBinaries(installed, account, open)
  expect(reachable.postgres).toBe(join(account ? open : closed, 'native/bin/postgres'))
})

test('starts another supported version, and names the versions if it is none of them', async () => {
  expect(() => parseVersion('14')).toThrow('must be one of 15, 16, 17, 18, not 14')
  await expect(installedBinaries(parseVersion('18'))).resolves.toHaveProperty('initdb')
})
