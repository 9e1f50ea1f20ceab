import { readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** For tests that leave nothing behind: the processes that work in a folder or below it. Linux only; zombies do not count. */
export function processesIn(folder: string): number[] {
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger)
  return pids.filter((pid) => workingFolder(pid).startsWith(folder))
}

function workingFolder(pid: number): string {
  try {
    return readlinkSync(join('/proc', String(pid), 'cwd'))
  } catch {
    return '' // it ended meanwhile
  }
}

/** Waits for what another process does; the test's own timeout says when to give up. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(20)
}
