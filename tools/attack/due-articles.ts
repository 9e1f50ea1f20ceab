import { setTimeout as sleep } from 'node:timers/promises'
import type { AttackedService } from './attacked-service.ts'
import { defineAttack } from './attack.ts'
import { watchPublications } from './watch-publications.ts'

const WAIT_MS = 120_000
const POLL_MS = 20

/** Drafts that are due at one instant, each with its own text. */
const SCHEDULE = `insert into articles
  (id, title, content, excerpt, excerpt_derived, status, tags, owner_id, created_at, scheduled_for, version)
  select gen_random_uuid(), 'Due ' || n, repeat('Some text. ', $2::int), 'Some text.', true, 'DRAFT', '{}', 2, now(), $3, 1
  from generate_series(1, $1::int) n`
const LEFT = 'select count(*)::int as count from articles where scheduled_for is not null and owner_id = 2'
const ENTRIES = `select count(*)::int as count from audit_entries a join articles on articles.id::text = a.resource_id
  where a.action = 'publish-scheduled' and owner_id = 2`

const countRows = async ({ database }: AttackedService, statement: string): Promise<number> =>
  (await database.query<{ count: number }>(statement)).rows[0]?.count ?? 0

/** Requests at a fixed rate, whatever the responses. */
const sendSteadily = (service: AttackedService, perSecond: number): (() => void) => {
  const timer = setInterval(
    () =>
      void fetch(`${service.url}/api/articles?limit=5`, service.administrator).then((sent) => sent.text()),
    1_000 / perSecond,
  )
  return () => clearInterval(timer)
}

const waitUntilPublished = async (service: AttackedService, from: number): Promise<number> => {
  while ((await countRows(service, LEFT)) > 0 && Date.now() - from < WAIT_MS) await sleep(POLL_MS)
  return (Date.now() - from) / 1_000
}

export const dueArticles = defineAttack({
  about: 'Many articles are due at the same instant, while readers read and several workers publish.',
  options: {
    articles: { about: 'articles that are due', default: 2_000 },
    length: { about: 'length of a text, in words', default: 200 },
    workers: { about: 'worker processes', default: 2 },
    rate: { about: 'requests a second', default: 40 },
  },
  run: async (service, { articles, length, workers, rate }) => {
    const running = await Promise.all(Array.from({ length: workers }, () => service.startWorker()))
    await sleep(3_000)
    const due = new Date(Date.now() + 2_000)
    await service.database.query(SCHEDULE, [articles, length, due])
    const stop = sendSteadily(service, rate)
    await sleep(Math.max(0, due.getTime() - Date.now()))
    const [seconds, { publication }] = await watchPublications(
      service,
      () => waitUntilPublished(service, due.getTime()),
      false,
    )
    stop()
    const entries = await countRows(service, ENTRIES)
    await Promise.all(running.map((worker) => worker.stop()))
    return [
      { name: 'time until all are published', value: seconds, unit: 's', limit: 5 },
      { name: 'slowest publication of another', value: publication, unit: 's', limit: 5 },
      { name: 'entries of the audit log', value: entries, unit: 'entries', limit: articles },
    ]
  },
})
