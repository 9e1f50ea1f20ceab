import type { UserId } from '@content-service/domain'
import type { ConsentStore } from '@content-service/identity'
import type { SqlEntityManager } from '@mikro-orm/sql'
import type { StoreSession } from '../store-session.ts'
import { LIST } from './rows.ts'

const AGREED = 'select scopes from oauth_consents where user_id = ? and client_id = ?'
const AGREE = `insert into oauth_consents values (?, ?, ${LIST}, ?)
  on conflict (user_id, client_id) do update set agreed_at = excluded.agreed_at,
    scopes = array(select unnest(oauth_consents.scopes) union select unnest(excluded.scopes))`

export class SqlConsentStore implements ConsentStore {
  readonly #session: StoreSession

  constructor(session: StoreSession) {
    this.#session = session
  }

  async agreed(user: UserId, client: string): Promise<readonly string[] | null> {
    const [row] = await this.#session.run((em) => em.execute<{ scopes: string[] }[]>(AGREED, [user, client]))
    return row?.scopes ?? null
  }

  async agree(user: UserId, client: string, scopes: readonly string[], now: Date): Promise<void> {
    const work = (em: SqlEntityManager) => em.execute(AGREE, [user, client, scopes.join(' '), now], 'run')
    await this.#session.by(user, 'sign-in page').write('consents', work, () => [client])
  }
}
