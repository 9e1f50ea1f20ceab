import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** For tests that leave nothing behind, on Linux: the processes that work in a folder or below it. Zombies do not count. */
export function processesIn(folder: string): number[] {
  return processes().filter((pid) =>
    told(() => readlinkSync(join('/proc', String(pid), 'cwd'))).startsWith(folder),
  )
}

/** Those with this text in their command line, whose arguments are separated by a zero. */
export function processesNaming(text: string): number[] {
  return processes().filter((pid) =>
    told(() => readFileSync(join('/proc', String(pid), 'cmdline'), 'utf8')).includes(text),
  )
}

function processes(): number[] {
  return readdirSync('/proc').map(Number).filter(Number.isInteger)
}

function told(ask: () => string): string {
  try {
    return ask()
  } catch {
    return '' // it ended meanwhile
  }
}

/** Waits for what another process does; the test's own timeout says when to give up. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(20)
}
