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

/** The first records are faster or slower than the rest, so that they give no estimate. */
const FIRST_ESTIMATE_MS = 3_000
const SECONDS_SHOWN = 120

interface Pace {
  readonly done: number
  readonly total: number
  readonly startedAt: number
}

/** The time until the end, if the rest is as fast as the part that is done; empty as long as nobody can tell. */
const estimateRest = ({ done, total, startedAt }: Pace): string => {
  const elapsed = Date.now() - startedAt
  if (elapsed < FIRST_ESTIMATE_MS || done <= 0) return ''
  const seconds = Math.ceil((elapsed * Math.max(total - done, 0)) / done / 1_000)
  return `, ${seconds <= SECONDS_SHOWN ? `${seconds}s` : `${Math.ceil(seconds / 60)}min`} left`
}

const bar = (total: number): Progress => {
  const startedAt = Date.now()
  const format = '{bar} {percentage}% {note}'
  const single = new SingleBar(
    { format, barsize: BAR_COLUMNS, hideCursor: true, stream: process.stderr },
    Presets.shades_classic,
  )
  single.start(total, 0, { note: '' })
  return {
    update: (done, note) =>
      single.update(done, { note: `${note}${estimateRest({ done, total, startedAt })}` }),
    finish: () => single.stop(),
  }
}

const lines = (total: number): Progress => {
  const startedAt = Date.now()
  let last = 0
  return {
    update: (done, note) => {
      if (Date.now() - last < LINE_MS) return
      last = Date.now()
      const percentage = total > 0 ? Math.floor((100 * done) / total) : 100
      process.stderr.write(`${percentage}% ${note}${estimateRest({ done, total, startedAt })}\n`)
    },
    finish: () => undefined,
  }
}

export const showProgress = (total: number): Progress => (process.stderr.isTTY ? bar(total) : lines(total))
