import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Command } from './command.ts'

const WORKER = fileURLToPath(new URL('../../../../apps/worker/src/main.ts', import.meta.url))

/** A program of its own, which gets the signals that this one gets. */
export const command: Command = {
  help: null,
  run: async (args) => {
    const worker = spawn(process.execPath, [...process.execArgv, WORKER, ...args], { stdio: 'inherit' })
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => worker.kill(signal))
    const [code] = await once(worker, 'exit')
    return typeof code === 'number' ? code : 1
  },
}
