import { readFileSync } from 'node:fs'

/** The memory of a process that is in RAM, in MiB. */
export const readResidentMebibytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024

/** Watches the memory of a process. The returned function ends this, and returns the largest growth in MiB. */
export const watchGrowth = (pid: number): (() => number) => {
  const before = readResidentMebibytes(pid)
  let largest = before
  const look = (): void => void (largest = Math.max(largest, readResidentMebibytes(pid)))
  const watch = setInterval(look, 50)
  return () => {
    clearInterval(watch)
    look()
    return largest - before
  }
}
