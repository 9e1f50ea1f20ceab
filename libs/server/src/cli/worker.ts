import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Command } from './command.ts'

/** A program of its own, which gets the signals that this one gets. */
export const command: Command = {
  help: null,
  run: async (args, programs) => {
    const options = [...process.execArgv, programs.worker]
    const worker = spawn(process.execPath, [...options, ...args], { stdio: 'inherit' })
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => worker.kill(signal))
    const [code] = await once(worker, 'exit')
    return typeof code === 'number' ? code : 1
  },
}
