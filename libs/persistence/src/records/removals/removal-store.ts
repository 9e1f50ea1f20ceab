import type { ContentModel } from '@content-service/domain'
import type { RemovalStore } from '@content-service/domain/internal/model'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { SqlStore } from '../../session/sql-store.ts'
import { findRow, type Sql } from '../../statements/sql.ts'
import { markCascade } from './mark-cascade.ts'
import { removePart } from './remove-part.ts'
import { findNext } from './removed-records.ts'

/** One transaction at a time works on deletions, of all processes: the records of two deletions can be the same. */
const lock = async (em: SqlEntityManager): Promise<boolean> => {
  const statement = sql<{
    isFree: boolean
  }>`select pg_try_advisory_xact_lock(hashtext('removed_records')) as "isFree"`
  return (await findRow(em, statement))?.isFree === true
}

const olderUsers = sql`select 'User', user_id::text, true from removals`
const olderComments = sql`select 'Comment', id::text, true from comments where article_id is null`

/** Takes over what processes of the release before have left to do; C15.23: not with comments that the model leaves out. */
const adoptOlder = ({ typeOf }: ContentModel): Sql => sql`insert into removed_records (type, id, is_deleted)
  ${olderUsers}${typeOf('comments') ? sql` union all ${olderComments}` : sql``}
  on conflict (type, id) do nothing`

/** C15.15: deletions that the worker finishes. */
export class SqlRemovalStore extends SqlStore implements RemovalStore {
  async finish(after: number): Promise<number | null> {
    const { model } = this.session.tables
    await this.session.execute(adoptOlder(model))
    return this.session.transaction(async (em) => {
      if (!(await lock(em))) return null
      const root = await findNext(em, model, after)
      if (root === null) return null
      if (!(await markCascade(em, model, root))) await removePart(em, this.session, root)
      return root.author
    })
  }
}
