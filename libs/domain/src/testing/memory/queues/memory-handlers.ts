import type { NewMail } from '../../../mails/mail-store.ts'
import { MAIL_WINDOW_MS } from '../../../mails/mail-limit.ts'
import { admitMail } from '../../../mails/admit-mail.ts'
import type { DomainEvent } from '../../../events/domain-event.ts'
import type { ClaimedRun, DeadRun, HandlerStore, Subscription } from '../../../handlers/handler-store.ts'
import { MOST_DEPTH, TOO_DEEP } from '../../../handlers/run-outcome.ts'
import type { MemorySession } from '../memory-session.ts'
import { nextUuid, type KeptEvent, type KeptRun, type MemoryTables } from '../memory-tables.ts'
import { changeClaimed, isFree } from './memory-claims.ts'

type Waits = Pick<KeptRun, 'handler' | 'type'>

const isOf =
  (subscriptions: readonly Subscription[]) =>
  ({ handler, type }: Waits): boolean =>
    subscriptions.some((each) => each.handler === handler && each.event === type)

/** Makes the runs of an event for the handlers that wait for it. */
export const dispatchRuns = (
  { subscriptions, runs }: MemoryTables,
  { id: eventId, type, depth, resource, resourceId }: KeptEvent,
  now: Date,
): void => {
  const isDead = depth > MOST_DEPTH
  for (const { handler } of subscriptions.where((each) => each.event === type && each.startedAfter < eventId))
    runs.put({
      ...{ id: nextUuid(), handler, eventId, type, stream: `${resource} ${resourceId}` },
      ...{ status: isDead ? 'DEAD' : 'PENDING', error: isDead ? TOO_DEEP : '', attempts: 0 },
      ...{ nextAttemptAt: now, claimedUntil: null, createdAt: now, mails: [] },
    })
}

/** The earliest run of each record and handler, among the events that the process knows. */
const listDue = ({ runs }: MemoryTables, subscriptions: readonly Subscription[], now: Date) => {
  const pending = runs.where((run) => run.status === 'PENDING' && isOf(subscriptions)(run))
  const isFirst = (run: KeptRun): boolean =>
    pending.find(({ handler, stream }) => handler === run.handler && stream === run.stream)?.id === run.id
  return pending.filter((run) => run.nextAttemptAt <= now && isFree(run, now) && isFirst(run))
}

const toDead = ({ id, handler, eventId, type, attempts, error, createdAt }: KeptRun): DeadRun => ({
  ...{ id, handler, eventId, type, attempts, error, createdAt },
})

const countDead = ({ runs }: MemoryTables): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {}
  for (const { handler } of runs.where({ status: 'DEAD' })) counts[handler] = (counts[handler] ?? 0) + 1
  return counts
}

const enqueue = ({ mails, sentMails }: MemoryTables, mail: NewMail, at: Date): void => {
  const since = at.getTime() - MAIL_WINDOW_MS
  const sent = sentMails.where(
    ({ recipient, at: then }) => recipient === mail.recipient && then.getTime() > since,
  )
  if (
    !admitMail(
      mail,
      sent.map((each) => each.at),
      at,
    )
  )
    return
  sentMails.put({ id: nextUuid(), recipient: mail.recipient, at })
  mails.put({
    ...{ id: nextUuid(), sealed: mail.sealed, createdAt: at, nextAttemptAt: at },
    ...{ attempts: 0, claimedUntil: null },
  })
}

export const memoryHandlers = (
  tables: MemoryTables,
  recordWrite: MemorySession['recordWrite'],
): HandlerStore => {
  const { events, subscriptions, runs } = tables
  const describeClaimed = ({ id, handler, attempts, eventId }: KeptRun): ClaimedRun => {
    const { dispatchedAt: _, depth, ...event } = events.getKnown(eventId)
    return { id, handler, attempts, event: event satisfies DomainEvent, depth }
  }
  return {
    subscribe: async (given, now) => {
      for (const { handler, event } of given) {
        const known = subscriptions.get(`${handler} ${event}`)
        subscriptions.put({ handler, event, startedAfter: known?.startedAfter ?? nextUuid(), seenAt: now })
      }
    },
    forget: async (before) => {
      for (const { handler, event } of subscriptions.remove(({ seenAt }) => seenAt < before))
        runs.remove((run) => run.handler === handler && run.type === event)
    },
    claim: async ({ now, until, pausesMs, handlers }) => {
      const known = handlers.flatMap(({ name, on }) => on.map((event) => ({ handler: name, event })))
      const due = listDue(tables, known, now)
      const free = handlers.flatMap(({ name, atMost }) =>
        due.filter(({ handler }) => handler === name).slice(0, atMost),
      )
      return free.map((run) => {
        const pause = pausesMs[Math.min(run.attempts, pausesMs.length - 1)] ?? 0
        const nextAttemptAt = new Date(now.getTime() + pause)
        return describeClaimed(
          runs.put({ ...run, attempts: run.attempts + 1, claimedUntil: until, nextAttemptAt }),
        )
      })
    },
    settle: async (claim, outcome, now) => {
      const { status } = outcome
      const change = status === 'DONE' ? {} : { nextAttemptAt: now, ...outcome, claimedUntil: null }
      const isOwn = changeClaimed(runs, claim, (run) => (run.status === 'PENDING' ? change : null))
      if (isOwn && status === 'DONE') runs.delete(claim.id)
      return isOwn
    },
    sendMail: async ({ id, attempts }, mail, { key, most, now }) => {
      const run = runs.get(id)
      if (run?.attempts !== attempts || run.status !== 'PENDING') return 'ended'
      if (run.mails.includes(key)) return 'known'
      if (run.mails.length >= most) return 'too many'
      enqueue(tables, mail, now)
      for (const tell of tables.watchers) tell({ resource: 'mails', ids: [] })
      runs.put({ ...run, mails: [...run.mails, key] })
      return 'sent'
    },
    listDead: async (after, atMost) => {
      const dead = runs.where({ status: 'DEAD' }).map(toDead)
      const isLater = (one: DeadRun, other: DeadRun): boolean =>
        one.createdAt.getTime() === other.createdAt.getTime()
          ? one.id > other.id
          : one.createdAt > other.createdAt
      return dead
        .toSorted((one, other) => (isLater(one, other) ? -1 : 1))
        .filter((run) => after === null || isLater(after, run))
        .slice(0, atMost)
    },
    retry: async (id, now) => {
      const run = runs.get(id)
      if (run?.status !== 'DEAD') return false
      runs.put({ ...run, status: 'PENDING', attempts: 0, nextAttemptAt: now, claimedUntil: null })
      recordWrite('handlers', id)
      return true
    },
    backlog: async (known, now) => {
      const times = listDue(tables, known, now).map(({ nextAttemptAt }) => nextAttemptAt.getTime())
      return {
        waiting: runs.where((run) => run.status === 'PENDING' && isOf(known)(run)).length,
        dueSince: times.length === 0 ? null : new Date(Math.min(...times)),
        deadLetters: countDead(tables),
      }
    },
  }
}
