import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { unprivilegedAccount } from '../postgres/postgres-binaries.ts'
import { findOnPath, PROGRAMS, requirePrograms } from './required-programs.ts'

export interface MariaDb {
  /** The socket of the server. The account `root` has no password. */
  readonly socketPath: string
  /** Ends the server and removes its folder. */
  stop(): Promise<void>
}

/** Starts a real MariaDB in a temporary folder, without a port. */
export async function startMariaDb(): Promise<MariaDb> {
  requirePrograms('MariaDB')
  const folder = mkdtempSync(join(tmpdir(), 'mariadb-'))
  const account = unprivilegedAccount()
  if (account) chownSync(folder, account.uid, account.gid)
  // MariaDB writes temporary files, and its account owns only this folder.
  const options = { ...account, cwd: folder, env: { ...process.env, TMPDIR: folder } }
  const data = `--datadir=${join(folder, 'data')}`
  const install = ['--no-defaults', data, '--auth-root-authentication-method=normal', '--skip-name-resolve']
  execFileSync('mariadb-install-db', install, { ...options, stdio: 'ignore' })
  const socketPath = join(folder, 'socket')
  const files = [`--socket=${socketPath}`, `--pid-file=${join(folder, 'pid')}`]
  const program = findOnPath(PROGRAMS.MariaDB.commands) as string
  const server = spawn(program, ['--no-defaults', data, ...files, '--skip-networking'], {
    ...options,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const kill = () => server.kill('SIGKILL')
  process.once('exit', kill)
  server.once('exit', () => process.off('exit', kill))
  await waitUntilReady(server.stderr, program)
  return {
    socketPath,
    async stop() {
      const ended = once(server, 'exit')
      if (server.exitCode === null && server.kill('SIGTERM')) await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function waitUntilReady(log: Readable, program: string): Promise<void> {
  let said = ''
  for await (const chunk of log.iterator({ destroyOnReturn: false })) {
    said += String(chunk)
    if (/ready for connections/.test(said)) return void log.resume()
  }
  throw new Error(`${program} did not start: ${said}`)
}
