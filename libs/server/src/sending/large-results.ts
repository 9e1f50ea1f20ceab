import { Semaphore } from '@content-service/domain/internal/context'
import type { LargeResults } from '@content-service/domain/internal/reading'
import type { WaitingResponses } from './waiting-responses.ts'

/** The memory of each is some four times its size: the packets and the rows of the database, the text, and its bytes. */
const MOST_LOADS = 2
const MOST_WAITING = 200

/** C15.4: the large results of a process, for the callers of all requests. */
export const createLargeResults = (
  waiting: WaitingResponses,
): ((budgetKeys: () => readonly string[]) => LargeResults) => {
  const line = new Semaphore({ running: MOST_LOADS, waiting: MOST_WAITING, name: 'large responses' })
  return (budgetKeys) => ({
    room: () => waiting.findRoom(budgetKeys()),
    inLine: (load) => line.run('all', load),
  })
}
