import type { UserId } from '@content-service/domain'
import type { OAuthClient } from '@content-service/domain/internal/clients'
import type { Agreement, ConsentStore } from '@content-service/identity'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { execute, findRows, insertInto } from '../statements/sql.ts'
import { SqlStore } from '../session/sql-store.ts'
import { endSessionsOfClient } from './end-sessions.ts'

const CREDENTIAL = 'sign-in page'

export class SqlConsentStore extends SqlStore implements ConsentStore {
  async agreed(user: UserId, client: string, since: Date): Promise<readonly string[] | null> {
    const consent = sql<{ scopes: readonly string[] }>`select scopes from oauth_consents
      where user_id = ${user} and client_id = ${client} and agreed_at >= ${since}`
    return (await this.session.findRow(consent))?.scopes ?? null
  }

  async agree({ userId, clientId, scopes, agreedAt }: Agreement, since: Date): Promise<void> {
    const agree = sql`${insertInto('oauth_consents', { userId, clientId, scopes, agreedAt })}
      on conflict (user_id, client_id) do update set agreed_at = excluded.agreed_at,
        scopes = case when oauth_consents.agreed_at < ${since} then excluded.scopes
          else array(select unnest(oauth_consents.scopes) union select unnest(excluded.scopes)) end`
    const work = (em: SqlEntityManager) => execute(em, agree)
    await this.session.withActor(userId, CREDENTIAL).write('consents', work, () => [clientId])
  }

  list(user: UserId, since: Date, now: Date): Promise<readonly Pick<OAuthClient, 'id' | 'name'>[]> {
    return this.session.findRows(sql`select id, name from oauth_clients where id in (
        select client_id from oauth_consents where user_id = ${user} and agreed_at >= ${since}
        union select client_id from oauth_sessions where user_id = ${user} and ended_at is null and expires_at > ${now})
      order by lower(name), id`)
  }

  async withdraw(user: UserId, client: string, now: Date): Promise<void> {
    const work = async (em: SqlEntityManager): Promise<void> => {
      await execute(em, sql`delete from oauth_consents where user_id = ${user} and client_id = ${client}`)
      await endSessionsOfClient(em, { user, client, now })
    }
    await this.session.withActor(user, CREDENTIAL).write('consents', work, () => [client])
  }

  async forget(user: UserId): Promise<void> {
    const forget = sql<{
      id: string
    }>`delete from oauth_consents where user_id = ${user} returning client_id as id`
    const work = (em: SqlEntityManager) => findRows(em, forget)
    await this.session.withActor(user, CREDENTIAL).write('consents', work, (rows) => rows.map(({ id }) => id))
  }
}
