import type { ClientStore, GrantType, OAuthClient } from '@content-service/domain/internal/clients'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { columns, execute, findRow, insertInto, type Sql } from '../statements/sql.ts'
import { SqlStore } from '../session/sql-store.ts'
import { listId } from '../session/writing-session.ts'

const COLUMNS = columns('id', 'name', 'redirectUris', 'grants', 'scopes', 'secretHash', 'createdAt')

const selectClient = (id: string) => sql<OAuthClient>`select ${COLUMNS} from oauth_clients where id = ${id}`

/** Locks the client until the transaction ends. */
const lockClient = (em: SqlEntityManager, id: string): Promise<OAuthClient | null> =>
  findRow(em, sql<OAuthClient>`${selectClient(id)} for update`)

const insertClient = ({ id, name, redirectUris, grants, scopes, secretHash, createdAt }: OAuthClient): Sql =>
  insertInto('oauth_clients', { id, name, redirectUris, grants, scopes, secretHash, createdAt })

const putClient = (client: OAuthClient): Sql => sql`${insertClient(client)}
  on conflict (id) do update set name = excluded.name, redirect_uris = excluded.redirect_uris,
  grants = excluded.grants, scopes = excluded.scopes, secret_hash = excluded.secret_hash`

export class SqlClientStore extends SqlStore implements ClientStore {
  nextId(): string {
    return uuidv7()
  }

  add(client: OAuthClient): Promise<OAuthClient> {
    return this.#write(client, insertClient(client))
  }

  put(client: OAuthClient): Promise<OAuthClient> {
    return this.#write(client, putClient(client))
  }

  change(id: string, decide: (current: OAuthClient) => OAuthClient): Promise<OAuthClient | null> {
    const work = async (em: SqlEntityManager): Promise<OAuthClient | null> => {
      const current = await lockClient(em, id)
      if (current === null) return null
      const next = decide(current)
      await execute(em, putClient(next))
      return next
    }
    return this.session.write('clients', work, listId)
  }

  remove(id: string, decide: (current: OAuthClient) => void): Promise<boolean> {
    const work = async (em: SqlEntityManager): Promise<boolean> => {
      const current = await lockClient(em, id)
      if (current === null) return false
      decide(current)
      return (await execute(em, sql`delete from oauth_clients where id = ${id}`)) > 0
    }
    return this.session.write('clients', work, (removed) => (removed ? [id] : []))
  }

  get(id: string): Promise<OAuthClient | null> {
    return this.session.findRow(selectClient(id))
  }

  /** C20.2: the client that is a part of the service. No entry of the audit log, because nobody has registered it. */
  async keep(builtIn: OAuthClient): Promise<void> {
    await this.session.execute(sql`${insertClient(builtIn)} on conflict (id) do nothing`)
  }

  async anyFor(grant: GrantType): Promise<boolean> {
    const any = sql`select 1 from oauth_clients where ${grant} = any(grants) limit 1`
    return (await this.session.findRow(any)) !== null
  }

  #write(client: OAuthClient, statement: Sql): Promise<OAuthClient> {
    const work = async (em: SqlEntityManager): Promise<OAuthClient> => {
      await execute(em, statement)
      return client
    }
    return this.session.write('clients', work, listId)
  }
}
