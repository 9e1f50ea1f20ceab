import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * The processes that work in a folder or below it, without zombies. For tests on Linux that must leave nothing behind.
 */
export function processesIn(folder: string): number[] {
  return processes().filter((pid) =>
    told(() => readlinkSync(join('/proc', String(pid), 'cwd'))).startsWith(folder),
  )
}

/** The processes with this text in their command line, whose arguments are separated by a zero. */
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

/** Waits for the effect of another process; the timeout of the test limits the wait. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(20)
}
