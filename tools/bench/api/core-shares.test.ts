import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { readCpuMs } from '../../process-tree.ts'
import { shareCore } from './core-shares.ts'

const startBusyProcess = async (): Promise<number> => {
  const child = spawn(process.execPath, ['-e', 'console.log("busy"); for (;;);'])
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return child.pid as number
}

const isStopped = (pid: number): boolean => / T /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))

/** The number of the samples in which each process runs, and in which both do. */
const sample = async (
  first: number,
  second: number,
): Promise<{ first: number; second: number; both: number }> => {
  const seen = { first: 0, second: 0, both: 0 }
  for (let at = 0; at < 200; at += 1) {
    await sleep(2)
    const [one, other] = [!isStopped(first), !isStopped(second)]
    seen.first += Number(one)
    seen.second += Number(other)
    seen.both += Number(one && other)
  }
  return seen
}

it.runIf(process.platform === 'linux')(
  'lets two processes run in turn, and lets both run at the end',
  async () => {
    const [first, second] = [await startBusyProcess(), await startBusyProcess()]
    {
      await using _ = await shareCore([first, second])
      const seen = await sample(first, second)
      expect(seen.first).toBeGreaterThan(10)
      expect(seen.second).toBeGreaterThan(10)
      expect(seen.both).toBeLessThan(10)
    }
    expect([first, second].map(isStopped)).toEqual([false, false])
  },
)

it.runIf(process.platform === 'linux')('stops a process that runs alone most of the time', async () => {
  const pid = await startBusyProcess()
  await using _ = await shareCore([pid])
  const before = readCpuMs(pid)
  const { first } = await sample(pid, pid)
  expect(first).toBeGreaterThan(10)
  expect(first).toBeLessThan(120)
  expect(readCpuMs(pid)).toBeGreaterThan(before)
})

it('refuses three processes', async () => {
  await expect(shareCore([1, 2, 3])).rejects.toThrow('One or two processes share a core, not 3.')
})
