import type { OAuthClient, UserId } from '@content-service/domain'
import type { Agreement, ConsentStore } from '@content-service/identity'
import type { SqlEntityManager } from '@mikro-orm/sql'
import type { StoreSession } from '../store-session.ts'
import { endSessionsOfClient } from './end-sessions.ts'
import { LIST } from './rows.ts'

const AGREED = 'select scopes from oauth_consents where user_id = ? and client_id = ? and agreed_at >= ?'
const AGREE = `insert into oauth_consents values (?, ?, ${LIST}, ?)
  on conflict (user_id, client_id) do update set agreed_at = excluded.agreed_at,
    scopes = case when oauth_consents.agreed_at < ? then excluded.scopes
      else array(select unnest(oauth_consents.scopes) union select unnest(excluded.scopes)) end`
const CLIENTS = `select id, name from oauth_clients where id in (
    select client_id from oauth_consents where user_id = ? and agreed_at >= ?
    union select client_id from oauth_sessions where user_id = ? and ended_at is null and expires_at > ?)
  order by lower(name), id`
const WITHDRAW = 'delete from oauth_consents where user_id = ? and client_id = ?'
const FORGET = 'delete from oauth_consents where user_id = ? returning client_id'

const CREDENTIAL = 'sign-in page'

export class SqlConsentStore implements ConsentStore {
  readonly #session: StoreSession

  constructor(session: StoreSession) {
    this.#session = session
  }

  async agreed(user: UserId, client: string, since: Date): Promise<readonly string[] | null> {
    const run = (em: SqlEntityManager) => em.execute<{ scopes: string[] }[]>(AGREED, [user, client, since])
    const [row] = await this.#session.run(run)
    return row?.scopes ?? null
  }

  async agree({ userId, clientId, scopes, agreedAt }: Agreement, since: Date): Promise<void> {
    const values = [userId, clientId, scopes.join(' '), agreedAt, since]
    const work = (em: SqlEntityManager) => em.execute(AGREE, values, 'run')
    await this.#session.by(userId, CREDENTIAL).write('consents', work, () => [clientId])
  }

  list(user: UserId, since: Date, now: Date): Promise<readonly Pick<OAuthClient, 'id' | 'name'>[]> {
    return this.#session.run((em) => em.execute(CLIENTS, [user, since, user, now]))
  }

  async withdraw(user: UserId, client: string, now: Date): Promise<void> {
    const work = async (em: SqlEntityManager): Promise<void> => {
      await em.execute(WITHDRAW, [user, client], 'run')
      await endSessionsOfClient(em, { user, client, now })
    }
    await this.#session.by(user, CREDENTIAL).write('consents', work, () => [client])
  }

  async forget(user: UserId): Promise<void> {
    const work = (em: SqlEntityManager) => em.execute<{ client_id: string }[]>(FORGET, [user])
    const written = (rows: readonly { readonly client_id: string }[]) => rows.map(({ client_id: id }) => id)
    await this.#session.by(user, CREDENTIAL).write('consents', work, written)
  }
}
