import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { requirePrograms } from './required-programs.ts'

const START_TIMEOUT_MS = 10_000
const POLL_MS = 20

export interface Nginx {
  stop(): Promise<void>
}

/**
 * Starts a real nginx with this text in its http block, in a temporary folder. The text must listen on `port` of
 * 127.0.0.1.
 */
export async function startNginx(http: string, port: number): Promise<Nginx> {
  requirePrograms('nginx')
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'))
  const config = join(folder, 'nginx.conf')
  writeFileSync(config, wholeConfig(http, folder))
  const nginx = spawn('nginx', ['-p', folder, '-c', config], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  nginx.stderr.on('data', (chunk) => (said += chunk))
  endWith(nginx)
  for (const deadline = Date.now() + START_TIMEOUT_MS; !(await accepts(port)); await sleep(POLL_MS))
    if (nginx.exitCode !== null || Date.now() > deadline) throw new Error(`nginx did not start: ${said}`)
  return {
    async stop() {
      const ended = once(nginx, 'exit')
      if (nginx.exitCode === null && nginx.kill('SIGTERM')) await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The configuration for one process in the foreground, which writes only to its folder. */
function wholeConfig(http: string, folder: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `daemon off;
master_process off;
pid ${folder}/nginx.pid;
error_log stderr warn;
events { worker_connections 1024; }
http {
access_log off;
${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
${http}
}
`
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

/** Ends the server with this process, so that a failed test leaves no server behind. */
function endWith(server: ChildProcess): void {
  const kill = () => server.kill('SIGKILL')
  process.once('exit', kill)
  server.once('exit', () => process.off('exit', kill))
}
