import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readCpuMs } from '../../programs/process-tree.ts'
import { shareCore } from './core-shares.ts'

const startBusyProcess = async (): Promise<number> => {
  const child = spawn(process.execPath, ['-e', 'console.log("busy"); for (;;);'])
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return child.pid as number
}

const isStopped = (pid: number): boolean => / T /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))

const MEASURED_MS = 1_000

/** The part of a core that each process has. A busy machine leaves them less. */
const measureParts = async (pids: readonly number[]): Promise<readonly number[]> => {
  const started = performance.now()
  const before = pids.map(readCpuMs)
  await sleep(MEASURED_MS)
  const passed = performance.now() - started
  return pids.map((pid, at) => (readCpuMs(pid) - (before[at] ?? 0)) / passed)
}

describe.runIf(process.platform === 'linux')('shares of a core', () => {
  it.each([1, 2])(
    'stops %i busy processes most of the time, and continues them at the end',
    async (count) => {
      const pids = await Promise.all(Array.from({ length: count }, startBusyProcess))
      {
        await using _ = await shareCore(pids)
        for (const part of await measureParts(pids)) {
          expect(part).toBeGreaterThan(0)
          expect(part).toBeLessThan(0.5)
        }
      }
      await expect.poll(() => pids.some(isStopped)).toBe(false)
    },
  )
})

it('refuses three processes', async () => {
  await expect(shareCore([1, 2, 3])).rejects.toThrow('One or two processes share a core, not 3.')
})
