import { parseHandlerRunId, type DeadRun } from '@content-service/domain/internal/handlers'
import { OperatorError, quote, timestamp } from '@content-service/domain/internal/rules'
import { createCommand } from './actions.ts'
import type { OpenCommand } from './command.ts'
import { say } from './misused.ts'

const PAGE = 500

async function* readDead({ stores }: OpenCommand): AsyncGenerator<DeadRun, void, undefined> {
  let last: DeadRun | null = null
  do {
    const page: readonly DeadRun[] = await stores.handlers.listDead(last, PAGE)
    yield* page
    last = page.at(PAGE - 1) ?? null
  } while (last !== null)
}

const describe = ({ id, createdAt, handler, type, eventId, error }: DeadRun): string =>
  [id, timestamp(createdAt), handler, type, eventId, error].join('  ')

const list = async (opened: OpenCommand): Promise<void> => {
  for await (const run of readDead(opened)) say(describe(run))
}

const retryOne = async ({ stores }: OpenCommand, word: string): Promise<void> => {
  const id = parseHandlerRunId(word)
  if (id === null || !(await stores.handlers.retry(id, new Date())))
    throw new OperatorError(
      `There is no dead letter ${quote(word)}. To see their ids, run npx content-service handlers list`,
    )
  say(`The service will try ${word} again.`)
}

const retryAll = async (opened: OpenCommand, ids: readonly string[]): Promise<void> => {
  for (const id of ids) await retryOne(opened, id)
}

export const command = createCommand({
  name: 'handlers',
  actions: {
    list: {
      help: 'lists the events that handlers have not handled after all attempts: id, time, handler, event,\nid of the event, and reason',
      run: ({ open }) => open(list),
    },
    retry: {
      usage: 'ID …',
      help: 'tries such events again, with the same id of the event',
      run: ({ open, words }) => open((opened) => retryAll(opened, words)),
    },
  },
})
