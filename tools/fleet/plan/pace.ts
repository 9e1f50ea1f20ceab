import { groupThousands } from '@content-service/domain/internal/model'

/** Says how far long work is. */
export interface Pace {
  note(done: number): void
}

const LINE_MS = 30_000

/** A line every half a minute, so that a person sees that the long form goes on. */
export const createPace = (what: string, total: number): Pace => {
  let last = Date.now()
  return {
    note: (done) => {
      if (Date.now() - last < LINE_MS) return
      last = Date.now()
      process.stderr.write(`fleet: ${groupThousands(done)} of ${groupThousands(total)} ${what}\n`)
    },
  }
}
