import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Cluster, isRunning } from './postgres-cluster.ts'

const START_TIMEOUT_MS = 30_000
const POLL_MS = 10

export interface Started {
  server: ChildProcess
  port: number
  /** Starts the server again on the same port. */
  again(): Promise<ChildProcess>
}

/** Another process may take the free port before the server does: then the function tries another port. */
export async function serveOnFreePort(
  cluster: Cluster,
  settings: Record<string, string>,
  findPort: () => Promise<number> = freePort,
): Promise<Started> {
  for (let triesLeft = 3; ; triesLeft--) {
    const port = await findPort()
    const again = () => serve(cluster, { ...settings, port: String(port) })
    try {
      return { server: await again(), port, again }
    } catch (error) {
      if (triesLeft === 1 || !String(error).includes('Address already in use')) throw error
    }
  }
}

/** The sessions of a killed server may use its memory for a moment longer, so that the start is tried again. */
async function serve(cluster: Cluster, settings: Record<string, string>): Promise<ChildProcess> {
  const args = Object.entries(settings).map(([name, value]) => `--${name}=${value}`)
  const deadline = Date.now() + START_TIMEOUT_MS
  for (;;) {
    const server = await cluster.run('postgres', ['-D', cluster.dataDir, ...args])
    while (isRunning(server) && Date.now() < deadline) {
      if (isReady(cluster, server)) return released(server)
      await sleep(POLL_MS)
    }
    const reason = cluster.lastWords()
    await end(server, 'SIGKILL')
    if (!reason.includes('shared memory block') || Date.now() >= deadline) {
      throw new Error(`PostgreSQL did not start:\n${reason}`)
    }
    await sleep(POLL_MS * 10)
  }
}

/** PostgreSQL writes its pid and its state (eighth line) into this file, for pg_ctl to wait on. */
function isReady({ dataDir }: Cluster, { pid }: ChildProcess): boolean {
  try {
    const lines = readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')
    return lines[0] === String(pid) && lines[7]?.trim() === 'ready'
  } catch {
    return false // not yet written
  }
}

/** Lets this process end even if it has not stopped its server; the guard then stops the server. */
function released(server: ChildProcess): ChildProcess {
  server.unref()
  return server
}

export async function end(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (!isRunning(server)) return
  server.ref()
  const ended = once(server, 'exit')
  server.kill(signal)
  await ended
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
