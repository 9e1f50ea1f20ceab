import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findOnPath, PROGRAMS, requirePrograms } from './required-programs.ts'

export interface Redis {
  /** The address stays the same through `kill` and `restart`. */
  readonly url: string
  /** Sends kill -9; the counts are lost. */
  kill(): Promise<void>
  /** SIGSTOP: connections stay open, and the server answers nothing until `thaw`. */
  freeze(): void
  thaw(): void
  restart(): Promise<void>
  /** Ends the server and removes its folder. May be called twice. */
  stop(): Promise<void>
}

/** Starts a real Valkey or Redis without storage, in a temporary folder, on a free port of 127.0.0.1. */
export async function startRedis(): Promise<Redis> {
  requirePrograms('Redis')
  const file = findOnPath(PROGRAMS.Redis.commands) as string
  const folder = mkdtempSync(join(tmpdir(), 'redis-'))
  const port = await freePort()
  let server = await serve(file, port, folder)
  return {
    url: `redis://127.0.0.1:${port}`,
    kill: () => end(server, 'SIGKILL'),
    freeze: () => void server.kill('SIGSTOP'),
    thaw: () => void server.kill('SIGCONT'),
    async restart() {
      await end(server, 'SIGKILL')
      server = await serve(file, port, folder)
    },
    async stop() {
      server.kill('SIGCONT')
      await end(server, 'SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

/** The server after it has reported that it accepts connections. */
async function serve(file: string, port: number, folder: string): Promise<ChildProcess> {
  const settings = { port, bind: '127.0.0.1', dir: folder, save: '', appendonly: 'no', logfile: '' }
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)])
  const server = spawn(file, args, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] })
  endWith(server)
  let said = ''
  for await (const chunk of server.stdout.iterator({ destroyOnReturn: false })) {
    said += String(chunk)
    if (/ready to accept connections/i.test(said)) {
      server.stdout.resume()
      return server
    }
  }
  throw new Error(`${file} did not start: ${said}`)
}

/** Ends the server with this process, so that a failed test leaves no server behind. */
function endWith(server: ChildProcess): void {
  const kill = () => server.kill('SIGKILL')
  process.once('exit', kill)
  server.once('exit', () => process.off('exit', kill))
}

async function end(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  server.kill(signal)
  await ended
}
