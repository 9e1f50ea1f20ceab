import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const API = new URL('../../../../../apps/api/src/', import.meta.url)

/** A file of the api by its name, or another file by its URL. */
export const findSource = (name: string): string => fileURLToPath(new URL(name, API))

export interface Ended {
  readonly code: number | null
  readonly output: string
  readonly errors: string
}

export interface RunningProgram {
  readonly process: ChildProcess
  /** All output of the process so far. */
  output(): string
  errors(): string
  /** Waits until its output or errors match. */
  said(pattern: RegExp): Promise<RegExpMatchArray>
  ended(): Promise<Ended>
}

/** Compiled sources of programs under test, which halve the time of a start. */
const COMPILE_CACHE = fileURLToPath(
  new URL('../../../../../node_modules/.cache/node-compile', import.meta.url),
)

/** The variables of vitest, which a program under test must not have. */
const { BASE_URL: _base, NODE_ENV: _mode, VITEST: _vitest, ...inherited } = process.env

/** Starts a program of the api with these settings, as an operator does. */
export const startProgram = (
  name: string,
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
): RunningProgram => {
  const child = spawn(process.execPath, ['--conditions=@content-service/source', findSource(name), ...args], {
    env: { ...inherited, NODE_COMPILE_CACHE: COMPILE_CACHE, LOG_LEVEL: 'warn', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [output, errors] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const closed = once(child, 'close')
  const said = async (pattern: RegExp): Promise<RegExpMatchArray> => {
    for (;;) {
      const match = pattern.exec(output) ?? pattern.exec(errors)
      if (match) return match
      if (child.exitCode !== null)
        throw new Error(`the program ended with ${child.exitCode}: ${output}${errors}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  const awaitEnd = async (): Promise<Ended> => {
    const [code] = await closed
    return { code: code as number | null, output, errors }
  }
  return { process: child, output: () => output, errors: () => errors, said, ended: awaitEnd }
}

export const runProgram = (
  name: string,
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<Ended> => startProgram(name, args, settings).ended()
