import { randomInt } from 'node:crypto'
import type { Erasure, ErasureStore } from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'
import type { StoreSession } from '../store-session.ts'

const LARGEST = 2_147_483_647

const BEGIN = 'insert into erasures (user_id, pseudonym, at) values (?, ?, ?)'
const PENDING = 'select user_id as "userId", pseudonym, at from erasures order by at limit ?'
const FINISH = 'delete from erasures where pseudonym = ?'

/** Who has acted: with which key and from where says who it was, too. */
const ACTOR = `update audit_entries set actor_id = ?, address = null, credential = split_part(credential, ' ', 1)
  where id in (select id from audit_entries where actor_id = ? and at <= ? limit ?)`
const OBJECT = `update audit_entries set resource_id = ? where id in (
    select id from audit_entries
    where resource in ('users', 'second-factors') and resource_id = ? and at <= ? limit ?
  )`
/** That they have left is still told. */
const EVENTS = `delete from events where id in (
    select id from events
    where resource = 'users' and resource_id = ? and type <> 'user.deleted' and at <= ? limit ?
  )`
/** What they wrote is the ghost's now, also where it was told of before (C3.5). */
const eventsNaming = (member: string): string => `update events set data = jsonb_set(data, '{${member}}', '1')
  where id in (select id from events where (data ->> '${member}')::integer = ? and at <= ? limit ?)`
const NAMED = ['ownerId', 'authorId', 'articleOwnerId'].map(eventsNaming)

type Row = Omit<Erasure, 'at'> & { readonly at: string | Date }

/** Begins an erasure in the transaction of the deletion. */
export const beginErasure = async (
  em: SqlEntityManager,
  { userId, pseudonym, at }: Erasure,
): Promise<void> => {
  await em.execute(BEGIN, [userId, pseudonym, at], 'run')
}

export class SqlErasureStore implements ErasureStore {
  readonly #session: StoreSession

  constructor(session: StoreSession) {
    this.#session = session
  }

  /** Ids of users are positive (C2.1). */
  nextPseudonym(): number {
    return -randomInt(1, LARGEST)
  }

  async pending(atMost: number): Promise<readonly Erasure[]> {
    const rows = await this.#session.run((em) => em.execute<Row[]>(PENDING, [atMost]))
    return rows.map((row) => ({ ...row, at: new Date(row.at) }))
  }

  async forget({ userId, pseudonym, at }: Erasure, atMost: number): Promise<number> {
    const id = String(userId)
    const statements: readonly (readonly [string, readonly unknown[]])[] = [
      [ACTOR, [pseudonym, userId, at, atMost]],
      [OBJECT, [String(pseudonym), id, at, atMost]],
      [EVENTS, [id, at, atMost]],
      ...NAMED.map((statement) => [statement, [userId, at, atMost]] as const),
    ]
    let found = 0
    for (const [statement, values] of statements) {
      const run = (em: SqlEntityManager) =>
        em.execute<{ affectedRows: number }>(statement, [...values], 'run')
      found += (await this.#session.run(run)).affectedRows
    }
    return found
  }

  async finish({ pseudonym }: Erasure): Promise<void> {
    await this.#session.run((em) => em.execute(FINISH, [pseudonym], 'run'))
  }
}
