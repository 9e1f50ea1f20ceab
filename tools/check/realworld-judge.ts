import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createOwnPackages } from '../programs/own-packages.ts'
import type { Verdict } from './judge.ts'

const MAIN = resolve(import.meta.dirname, '../../examples/realworld/src/main.ts')

const bruno = createOwnPackages(join(import.meta.dirname, '../bruno'), {
  about: 'the program that runs the collection',
  advice: 'Check the connection to the registry, and try again.',
})

interface Result {
  readonly path: string
  readonly status: string
  readonly error: string | null
  readonly response: { readonly status: number }
  readonly assertionResults: readonly {
    readonly lhsExpr: string
    readonly status: string
    readonly error?: string
  }[]
}

/** Starts examples/realworld with a new database. Returns its process and its address. */
const startExample = async (
  folder: string,
): Promise<{ readonly child: ChildProcess; readonly url: string }> => {
  const env = {
    ...process.env,
    DATA_DIR: join(folder, 'data'),
    JWT_SECRET: 'a secret of thirty-two bytes or more',
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'warn',
    // The collection signs up and asks faster than a person.
    RATE_LIMIT: '100000',
    RATE_LIMIT_ANONYMOUS: '100000',
  }
  const args = ['--conditions=@content-service/source', MAIN]
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  child.stdout.setEncoding('utf8')
  let output = ''
  for await (const text of child.stdout) {
    output += text
    const [, port] = /http:\/\/localhost:(\d+)/.exec(output) ?? []
    if (port) return { child, url: `http://127.0.0.1:${port}` }
  }
  throw new Error('examples/realworld did not start; its errors are above.')
}

const runCollection = (collection: string, url: string, file: string): readonly Result[] => {
  const program = join(bruno.folder, 'node_modules/@usebruno/cli/bin/bru.js')
  const to = ['--env', 'local', '--env-var', `host=${url}`]
  const args = [program, 'run', '-r', ...to, '--sandbox', 'safe', '--reporter-json', file]
  // The exit code tells whether requests failed, and the report tells which.
  spawnSync(process.execPath, args, { cwd: collection, stdio: 'ignore', timeout: 300_000 })
  const runs = JSON.parse(readFileSync(file, 'utf8')) as readonly { readonly results: readonly Result[] }[]
  return runs.flatMap(({ results }) => results)
}

const toVerdict = ({ path, status, error, response, assertionResults }: Result): Verdict => {
  const wrong = assertionResults.filter((assertion) => assertion.status !== 'pass')
  const reasons = [error, ...wrong.map(({ lhsExpr, error: reason }) => `${lhsExpr}: ${reason}`)]
  const reason = reasons.filter(Boolean).join('; ')
  const agrees = status === 'pass' && reason === ''
  return {
    request: path,
    outcome: agrees ? 'agrees' : 'differs',
    reason: reason || `the status is ${response.status}`,
  }
}

/** Runs the public collection of RealWorld, as it is, against examples/realworld. */
export const judge = async (folder: string): Promise<readonly Verdict[]> => {
  if (!bruno.areInstalled()) bruno.install()
  const temporary = mkdtempSync(join(tmpdir(), 'realworld-'))
  const { child, url } = await startExample(temporary)
  try {
    const collection = join(folder, 'specs/api/bruno')
    return runCollection(collection, url, join(temporary, 'report.json')).map(toVerdict)
  } finally {
    child.kill('SIGTERM')
    await once(child, 'exit')
    rmSync(temporary, { recursive: true })
  }
}
