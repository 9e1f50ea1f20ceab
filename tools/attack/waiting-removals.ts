import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Account, AttackedService } from './attacked-service.ts'
import { defineAttack } from './attack.ts'
import { watchPublications } from './watch-publications.ts'
import { addWebhook, startReceiver } from './webhook-receiver.ts'

const POLL_MS = 50
const WAIT_MS = 300_000
/** More than a request deletes itself. */
const SHORT = 1_001

/** A first step, with others behind it: in one line, or each behind the first. Their ids are a number and an end. */
const ADD_STEPS = `insert into steps (id, before_id, created_at, version)
  select (lpad(to_hex(n), 8, '0') || $1)::uuid,
    case when n > 0 then (lpad(to_hex(case when $3 then n - 1 else 0 end), 8, '0') || $1)::uuid end, now(), 1
  from generate_series(0, $2::int) n`
const FIRST = '00000000'
const COUNT_STEPS = 'select count(*)::int as count from steps'
const COUNT_STEP = `${COUNT_STEPS} where id = $1`

const countRows = async (
  { database }: AttackedService,
  statement: string,
  values: readonly unknown[] = [],
): Promise<number> => (await database.query<{ count: number }>(statement, [...values])).rows[0]?.count ?? 0

interface Steps {
  readonly count: number
  readonly isChain: boolean
}

/** An account adds steps and deletes the first of them. Returns its id. */
const deleteSteps = async (
  service: AttackedService,
  account: Account,
  { count, isChain }: Steps,
): Promise<string> => {
  const end = randomUUID().slice(FIRST.length)
  await service.database.query(ADD_STEPS, [end, count, isChain])
  const response = await fetch(`${service.url}/api/steps/${FIRST}${end}`, {
    method: 'DELETE',
    headers: account.headers,
  })
  if (!response.ok) throw new Error(`The deletion was refused: ${await response.text()}`)
  return `${FIRST}${end}`
}

/** The seconds until a statement counts nothing. */
const untilNone = async (service: AttackedService, statement: string, values: readonly unknown[] = []) => {
  const from = Date.now()
  while ((await countRows(service, statement, values)) > 0 && Date.now() - from < WAIT_MS)
    await sleep(POLL_MS)
  return (Date.now() - from) / 1_000
}

export const waitingRemovals = defineAttack({
  about:
    'Deletions with many linking records wait for the worker, while others publish, and delete a little.',
  project: join(import.meta.dirname, 'chains'),
  settings: { WEBHOOK_ALLOW_PRIVATE: 'true' },
  options: {
    owners: { about: 'accounts that delete', default: 4 },
    deletions: { about: 'deletions of each account', default: 3 },
    records: { about: 'linking records of each deletion', default: 2_500 },
    shape: { about: 'chain: each behind the one before; star: all behind the first', default: 'chain' },
    listeners: { about: 'webhooks for all deleted records', default: 1 },
  },
  run: async (service, { owners, deletions, records, shape, listeners }) => {
    const receiver = await startReceiver()
    for (let count = 0; count < listeners; count += 1) {
      const listener = await service.addAccount('ADMIN')
      await addWebhook(service, listener, { url: receiver.url, events: ['step.deleted'] })
    }
    for (let owner = 0; owner < owners; owner += 1) {
      const account = await service.addAccount('AUTHOR')
      for (let place = 0; place < deletions; place += 1)
        await deleteSteps(service, account, { count: records, isChain: shape === 'chain' })
    }
    const other = await service.addAccount('AUTHOR')
    const short = await deleteSteps(service, other, { count: SHORT, isChain: false })
    const worker = await service.startWorker()
    const [[all, ownShort], { publication, webhook }] = await watchPublications(service, async () =>
      Promise.all([untilNone(service, COUNT_STEPS), untilNone(service, COUNT_STEP, [short])]),
    )
    await worker.stop()
    receiver.stop()
    process.stdout.write(`all deletions: ${all.toFixed(1)} s\n`)
    return [
      { name: 'slowest publication of another', value: publication, unit: 's', limit: 5 },
      { name: 'slowest webhook of another', value: webhook, unit: 's', limit: 10 },
      {
        name: 'short deletion of another, of all deletions',
        value: ownShort / all,
        unit: 'times',
        limit: 0.5,
      },
    ]
  },
})
