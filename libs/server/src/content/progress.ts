import { Presets, SingleBar } from 'cli-progress'

/** Shows the progress of long work: a bar on a terminal, otherwise a line per second. */
export interface Progress {
  /** `done` is the part of the total; `note` describes it. */
  update(done: number, note: string): void
  finish(): void
}

const LINE_MS = 1_000

const bar = (total: number): Progress => {
  const format = '{bar} {percentage}% | {note} | {eta_formatted} left'
  const single = new SingleBar({ format, hideCursor: true, stream: process.stderr }, Presets.shades_classic)
  single.start(total, 0, { note: '' })
  return { update: (done, note) => single.update(done, { note }), finish: () => single.stop() }
}

const lines = (total: number): Progress => {
  let last = 0
  return {
    update: (done, note) => {
      if (Date.now() - last < LINE_MS) return
      last = Date.now()
      process.stderr.write(`${total > 0 ? Math.floor((100 * done) / total) : 100}% | ${note}\n`)
    },
    finish: () => undefined,
  }
}

export const showProgress = (total: number): Progress => (process.stderr.isTTY ? bar(total) : lines(total))
