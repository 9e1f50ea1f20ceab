import { Presets, SingleBar } from 'cli-progress'

/** Shows the progress of long work: a bar on a terminal, otherwise a line per second. */
export interface Progress {
  /** `done` is the part of the total; `note` describes it in at most 40 columns. */
  update(done: number, note: string): void
  finish(): void
}

const LINE_MS = 1_000
/** The line has at most 80 columns: 16 for the bar, 6 for the percentage, 40 for the note, and 18 for the rest. */
const BAR_COLUMNS = 16

const bar = (total: number): Progress => {
  const format = '{bar} {percentage}% {note}{eta_formatted} left'
  const single = new SingleBar(
    { format, barsize: BAR_COLUMNS, hideCursor: true, stream: process.stderr },
    Presets.shades_classic,
  )
  single.start(total, 0, { note: '' })
  return {
    update: (done, note) => single.update(done, { note: `${note}, ` }),
    finish: () => single.stop(),
  }
}

/** The seconds until the end, if the rest is as fast as the part that is done. */
const estimateRest = (done: number, total: number, startedAt: number): number =>
  Math.ceil(((Date.now() - startedAt) * (total - done)) / Math.max(done, 1) / 1_000)

const lines = (total: number): Progress => {
  const startedAt = Date.now()
  let last = 0
  return {
    update: (done, note) => {
      if (Date.now() - last < LINE_MS) return
      last = Date.now()
      const percentage = total > 0 ? Math.floor((100 * done) / total) : 100
      process.stderr.write(`${percentage}% ${note}, ${estimateRest(done, total, startedAt)}s left\n`)
    },
    finish: () => undefined,
  }
}

export const showProgress = (total: number): Progress => (process.stderr.isTTY ? bar(total) : lines(total))
