import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../../../../../apps/worker/src/start.js', import.meta.url))

/** The variables of vitest, which a program under test must not have. */
const { BASE_URL: _base, NODE_ENV: _mode, VITEST: _vitest, ...inherited } = process.env

export const JWT_SECRET = 'a secret of thirty-two bytes or more'

export interface WorkerProcess {
  readonly child: ChildProcess
  readonly ended: Promise<{ readonly code: number | null; readonly errors: string }>
}

/** Starts a worker with these settings, as an operator does; `program` is the worker of a team. */
export const startWorker = (settings: Readonly<Record<string, string>>, program = MAIN): WorkerProcess => {
  const child = spawn(process.execPath, ['--conditions=@content-service/source', program], {
    env: { ...inherited, LOG_LEVEL: 'info', JWT_SECRET, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let errors = ''
  child.stdout.on('data', () => undefined)
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, errors }))
  return { child, ended }
}
