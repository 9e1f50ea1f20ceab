import type {
  ClaimedRun,
  DeadRun,
  HandlerBacklog,
  HandlerRunId,
  HandlerStore,
  MailResult,
  RunOutcome,
  RunTerms,
  Subscription,
} from '@content-service/domain/internal/handlers'
import type { Claim } from '@content-service/domain/internal/jobs'
import type { NewMail } from '@content-service/domain/internal/mails'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { enqueueMails } from '../recording/enqueue-mails.ts'
import { SqlStore } from '../session/sql-store.ts'
import { changeClaimed, claimRows } from '../statements/claims.ts'
import { columns, execute, findRow, type Sql } from '../statements/sql.ts'
import { isRunOf, listWanting, RUNS, selectDueRuns, wantOne } from './due-runs.ts'

/** The position of the last event: the counter tells it without a read of the events. */
const LAST_POSITION = sql`(select case when is_called then last_value else 0 end from events_position_seq)`

const insertSubscriptions = (
  given: readonly Subscription[],
  now: Date,
): Sql => sql`insert into handler_subscriptions
    (handler, event, started_after, seen_at)
  select handler, event, ${LAST_POSITION}, ${now}
  from json_to_recordset(${JSON.stringify(given)}::json) as given(handler text, event text) order by handler, event
  on conflict (handler, event) do update set seen_at = greatest(handler_subscriptions.seen_at, excluded.seen_at)`

const forgetSubscriptions = (before: Date): Sql => sql`with gone as (
    delete from handler_subscriptions where seen_at < ${before} returning handler, event
  ) delete from handler_runs r using gone where r.handler = gone.handler and r.type = gone.event`

const SELECT_CLAIMED = sql`select claimed.id, claimed.handler, claimed.attempts,
    e.id as "eventId", e.type, e.resource, e.resource_id as "resourceId", e.at, e.data, e.depth
  from claimed join events e on e.id = claimed.event_id order by claimed.position`

interface Row extends Omit<ClaimedRun['event'], 'id'>, Omit<ClaimedRun, 'event'> {
  readonly id: HandlerRunId
  readonly eventId: ClaimedRun['event']['id']
}

const toClaimedRun = ({ id, handler, attempts, depth, eventId, ...event }: Row): ClaimedRun => ({
  ...{ id, handler, attempts, depth },
  event: { id: eventId, ...event },
})

const describeOutcome = (outcome: Exclude<RunOutcome, { status: 'DONE' }>, now: Date): Sql => {
  const next = outcome.status === 'PENDING' ? outcome.nextAttemptAt : now
  return sql`status = ${outcome.status}, error = ${outcome.error}, next_attempt_at = ${next}, claimed_until = null`
}

const settleRun = (claim: Claim<HandlerRunId>, outcome: RunOutcome, now: Date): Sql =>
  outcome.status === 'DONE'
    ? sql`delete from handler_runs where id = ${claim.id} and attempts = ${claim.attempts} and status = 'PENDING'`
    : changeClaimed(RUNS, claim, describeOutcome(outcome, now))

/** An attempt that ends with its process is repeated after its pause, and not as soon as its claim has ended. */
const postponeRun = (now: Date, pausesMs: readonly number[]): Sql =>
  sql`, next_attempt_at = ${now}::timestamptz
    + (${pausesMs}::integer[])[least(attempts + 1, ${pausesMs.length}::integer)] * interval '1 millisecond'`

const selectBacklog = (subscriptions: readonly Subscription[], now: Date): Sql<HandlerBacklog> => {
  const known = listWanting(wantOne(subscriptions))
  return sql<HandlerBacklog>`select
    (select count(*)::int from ${known} join handler_runs r on ${isRunOf(sql`r`)} where r.status = 'PENDING') as waiting,
    (select min(due.next_attempt_at) from ${known} cross join lateral (${selectDueRuns(now)}) due) as "dueSince",
    (select coalesce(json_object_agg(handler, count), '{}') from (
      select handler, count(*)::int as count from handler_runs where status = 'DEAD' group by handler
    ) dead) as "deadLetters"`
}

const DEAD = columns('id', 'handler', 'eventId', 'type', 'attempts', 'error', 'createdAt')

const selectMails = ({ id, attempts }: Claim<HandlerRunId>) =>
  sql<{
    mails: readonly string[]
  }>`select mails from handler_runs where id = ${id} and attempts = ${attempts} and status = 'PENDING' for update`

/** C16.4: events on their way to handlers, in the order of each record. */
export class SqlHandlerStore extends SqlStore implements HandlerStore {
  async subscribe(subscriptions: readonly Subscription[], now: Date): Promise<void> {
    await this.session.execute(insertSubscriptions(subscriptions, now))
  }

  async forget(before: Date): Promise<void> {
    await this.session.execute(forgetSubscriptions(before))
  }

  async claim({ handlers, pausesMs, ...time }: RunTerms): Promise<readonly ClaimedRun[]> {
    const due = sql`select d.id from ${listWanting(handlers)} cross join lateral (${selectDueRuns(time.now)}) d`
    const claim = claimRows<Row>(RUNS, time, {
      due,
      select: SELECT_CLAIMED,
      more: postponeRun(time.now, pausesMs),
    })
    return (await this.session.findRows(claim)).map(toClaimedRun)
  }

  async settle(claim: Claim<HandlerRunId>, outcome: RunOutcome, now: Date): Promise<boolean> {
    return (await this.session.execute(settleRun(claim, outcome, now))) > 0
  }

  sendMail(
    claim: Claim<HandlerRunId>,
    mail: NewMail,
    { key, most, now }: Parameters<HandlerStore['sendMail']>[2],
  ): Promise<MailResult> {
    return this.session.enqueue(async (em: SqlEntityManager): Promise<MailResult> => {
      const run = await findRow(em, selectMails(claim))
      if (run === null) return 'ended'
      if (run.mails.includes(key)) return 'known'
      if (run.mails.length >= most) return 'too many'
      await enqueueMails(em, now, [mail])
      await execute(
        em,
        sql`update handler_runs set mails = array_append(mails, ${key}) where id = ${claim.id}`,
      )
      return 'sent'
    })
  }

  listDead(after: DeadRun | null, atMost: number): Promise<readonly DeadRun[]> {
    const isAfter = after ? sql`(created_at, id) < (${after.createdAt}, ${after.id})` : sql`true`
    return this.session.findRows(
      sql<DeadRun>`select ${DEAD} from handler_runs where status = 'DEAD' and ${isAfter}
        order by created_at desc, id desc limit ${atMost}`,
    )
  }

  async retry(id: HandlerRunId, now: Date): Promise<boolean> {
    const retry = sql`update handler_runs set status = 'PENDING', attempts = 0, next_attempt_at = ${now}, claimed_until = null
      where id = ${id} and status = 'DEAD'`
    const isRetried = async (em: SqlEntityManager) => (await execute(em, retry)) > 0
    return this.session.write('handlers', isRetried, (retried) => (retried ? [id] : []))
  }

  async backlog(subscriptions: readonly Subscription[], now: Date): Promise<HandlerBacklog> {
    // The statement always returns one row.
    return (await this.session.findRow(selectBacklog(subscriptions, now))) as HandlerBacklog
  }
}
