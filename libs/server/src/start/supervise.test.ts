import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { freePort } from '../../../../tools/postgres/postgres-server.ts'
import { childrenOf, killAndWait } from '../../../../tools/programs/process-tree.ts'
import { createMigratedDatabase } from '../../tests/support/processes/migrated-database.ts'
import { startApi, type ApiProcess } from '../../tests/support/processes/api-process.ts'
import { runProgram } from '../../tests/support/processes/processes.ts'
import { findDoubled, lost } from '../../tests/support/kept.ts'
import { startWriters } from '../../tests/support/writers.ts'

let database: { readonly url: string; drop(): Promise<void> }
let api: ApiProcess
const above = (): number => api.program.process.pid as number
const serving = (): readonly number[] => childrenOf(above())

beforeAll(async () => {
  database = await createMigratedDatabase()
  // With port 0, a second process would get another port if the first process died before the second process listens.
  const PORT = String(await freePort())
  api = await startApi({ DATABASE_URL: database.url, WEB_CONCURRENCY: '2', PORT })
  await vi.waitFor(() => expect(serving()).toHaveLength(2), 20_000)
}, 60_000)
afterAll(() => database.drop())

describe('WEB_CONCURRENCY', { timeout: 60_000 }, () => {
  it('starts the number of processes on one port, which report once that they are ready', () => {
    expect(serving()).toHaveLength(2)
    expect(api.program.output().match(/content-service is ready/g)).toHaveLength(1)
  })

  it('/metrics has the sum of all processes, at each process', async () => {
    const ask = (path: string) => fetch(api.url + path, { headers: { connection: 'close' } })
    for (let sent = 0; sent < 30; sent += 1) await ask('/api/products')
    const line = 'http_request_duration_seconds_count{method="GET",route="/api/products",status="200"}'
    const read = async () => (await ask('/metrics')).text()
    // The service counts a request after its response.
    await expect.poll(read).toContain(`${line} 30\n`)
    for (let asked = 0; asked < 20; asked += 1) expect(await read()).toContain(`${line} 30\n`)
  })

  /** A file may be closed since it was listed. */
  const readDescriptor = (pid: number, fd: string): string => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`)
    } catch {
      return ''
    }
  }
  const readPort = (address = ''): number => Number.parseInt(address.split(':')[1] ?? '', 16)
  /** The service's ends of connections, as descriptors, by the ports of the clients. */
  const listEnds = (clients: ReadonlySet<number>): ReadonlySet<string> => {
    const rows = readFileSync('/proc/net/tcp', 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/ +/))
    const ends = rows.filter(
      ([, local, remote]) =>
        readPort(local) === Number(new URL(api.url).port) && clients.has(readPort(remote)),
    )
    return new Set(ends.map((row) => `socket:[${row[9]}]`))
  }
  const countAccepted = (pid: number, ends: ReadonlySet<string>): number =>
    readdirSync(`/proc/${pid}/fd`).filter((fd) => ends.has(readDescriptor(pid, fd))).length

  /** The number of sockets that listen to the port of the service. */
  const countListeners = (): number => {
    const place = `:${Number(new URL(api.url).port).toString(16).toUpperCase().padStart(4, '0')} 00000000:0000 0A`
    return readFileSync('/proc/net/tcp', 'utf8').split(place).length - 1
  }

  it('the processes divide the connections, also of clients that connect at the same time', async () => {
    await expect.poll(countListeners).toBe(2)
    const sockets = Array.from({ length: 40 }, () => connect(Number(new URL(api.url).port), '127.0.0.1'))
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    const clients = new Set(sockets.map(({ localPort }) => localPort as number))
    const accepted = () => {
      const ends = listEnds(clients)
      return serving().map((pid) => countAccepted(pid, ends))
    }
    await expect.poll(() => accepted().reduce((sum, count) => sum + count)).toBe(40)
    // By chance, a process gets fewer than 5 of 40 connections once in ten million times.
    expect(Math.min(...accepted())).toBeGreaterThanOrEqual(5)
    for (const socket of sockets) socket.destroy()
  })

  it('a second service on the port is refused', async () => {
    const PORT = new URL(api.url).port
    const settings = { DATABASE_URL: database.url, WEB_CONCURRENCY: '2', PORT }
    const { code, errors } = await runProgram('start.js', [], settings)
    expect(errors).toContain(`Port ${PORT} is in use`)
    expect(code).toBe(2)
  })

  it('a process that is killed during writes loses nothing, and is replaced', async () => {
    const writers = startWriters(api.url)
    await writers.more(20)
    const [first] = serving()
    await killAndWait(first as number)
    await writers.more(20)
    await expect.poll(serving, { timeout: 20_000 }).toHaveLength(2)
    expect(serving()).not.toContain(first)
    await writers.more(20)
    await writers.finish()
    expect([await lost(api.url, writers.acknowledged), await findDoubled(api.url)]).toEqual([[], []])
  })

  it('SIGTERM ends all processes', async () => {
    const all = serving()
    expect((await api.stop()).code).toBe(0)
    for (const pid of all) expect(() => process.kill(pid, 0)).toThrow(/ESRCH/)
  })
})

describe('WEB_CONCURRENCY with a failing start', () => {
  it('a failed start is reported once, and ends with 2', async () => {
    const settings = { DATABASE_URL: 'postgres://127.0.0.1:9/none', WEB_CONCURRENCY: '2', PORT: '0' }
    const { code, errors } = await runProgram('start.js', [], settings)
    expect(code).toBe(2)
    expect(errors.trim().split('\n')).toHaveLength(1)
  })
})
