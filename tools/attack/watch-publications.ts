import { setTimeout as sleep } from 'node:timers/promises'
import type { AttackedService } from './attacked-service.ts'
import { addWebhook, startReceiver } from './webhook-receiver.ts'

const POLL_MS = 20
const AHEAD_MS = 1_000
const PAUSE_MS = 2_000
const WAIT_MS = 60_000

const SCHEDULE = `insert into articles
  (id, title, content, excerpt, excerpt_derived, status, tags, owner_id, created_at, scheduled_for, version)
  values (gen_random_uuid(), 'Due', 'Some text.', 'Some text.', true, 'DRAFT', '{}', $1, now(), $2, 1) returning id`
const IS_PUBLISHED = `select 1 from articles where id = $1 and status = 'PUBLISHED'`

/** The slowest, in seconds. */
export interface PublicationTimes {
  /** From the time of a publication until the article is published. */
  readonly publication: number
  /** From the publication until its webhook comes in. */
  readonly webhook: number
}

const waitFor = async (isDone: () => Promise<boolean> | boolean, from: number): Promise<number> => {
  while (!(await isDone()) && Date.now() - from < WAIT_MS) await sleep(POLL_MS)
  return (Date.now() - from) / 1_000
}

/**
 * Somebody schedules article after article until the attack has ended, with a webhook for the publication of all articles if
 * `withWebhook` says so; otherwise the time of the webhook is 0.
 */
export const watchPublications = async <Result>(
  service: AttackedService,
  attack: () => Promise<Result>,
  withWebhook = true,
): Promise<readonly [Result, PublicationTimes]> => {
  const receiver = await startReceiver()
  const stranger = await service.addAccount('ADMIN')
  if (withWebhook) await addWebhook(service, stranger, { url: receiver.url, events: ['article.published'] })
  const slowest = { publication: 0, webhook: 0 }
  let hasEnded = false
  const ended = attack().finally(() => (hasEnded = true))
  while (!hasEnded) {
    const due = Date.now() + AHEAD_MS
    const { rows } = await service.database.query<{ id: string }>(SCHEDULE, [stranger.id, new Date(due)])
    const id = rows[0]?.id ?? ''
    await sleep(AHEAD_MS)
    const publication = await waitFor(
      async () => (await service.database.query(IS_PUBLISHED, [id])).rowCount === 1,
      due,
    )
    const isTold = () => !withWebhook || receiver.received.some(({ body }) => body.includes(id))
    const webhook = await waitFor(isTold, Date.now())
    slowest.publication = Math.max(slowest.publication, publication)
    slowest.webhook = Math.max(slowest.webhook, webhook)
    await Promise.race([sleep(PAUSE_MS), ended])
  }
  receiver.stop()
  return [await ended, slowest]
}
