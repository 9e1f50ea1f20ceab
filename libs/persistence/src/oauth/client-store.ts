import type { ClientStore, GrantType, OAuthClient } from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { v7 as uuidv7 } from 'uuid'
import { itsId, type StoreSession } from '../store-session.ts'
import { clientOf, LIST, type ClientRow } from './rows.ts'

const INSERT = `insert into oauth_clients values (?, ?, ${LIST}, ${LIST}, ${LIST}, ?, ?)`
const OR_REPLACE = `on conflict (id) do update set name = excluded.name, redirect_uris = excluded.redirect_uris,
  grants = excluded.grants, scopes = excluded.scopes, secret_hash = excluded.secret_hash`

const valuesOf = ({ id, name, redirectUris, grants, scopes, secretHash, createdAt }: OAuthClient) => [
  id,
  name,
  redirectUris.join(' '),
  grants.join(' '),
  scopes.join(' '),
  secretHash,
  createdAt,
]

export class SqlClientStore implements ClientStore {
  readonly #session: StoreSession

  constructor(session: StoreSession) {
    this.#session = session
  }

  nextId(): string {
    return uuidv7()
  }

  add(client: OAuthClient): Promise<OAuthClient> {
    return this.#write(client, INSERT)
  }

  put(client: OAuthClient): Promise<OAuthClient> {
    return this.#write(client, `${INSERT} ${OR_REPLACE}`)
  }

  change(id: string, decide: (current: OAuthClient) => OAuthClient): Promise<OAuthClient | null> {
    const work = async (em: SqlEntityManager): Promise<OAuthClient | null> => {
      const current = await lockedClient(em, id)
      if (current === null) return null
      const next = decide(current)
      await em.execute(`${INSERT} ${OR_REPLACE}`, valuesOf(next), 'run')
      return next
    }
    return this.#session.write('clients', work, itsId)
  }

  remove(id: string, decide: (current: OAuthClient) => void): Promise<boolean> {
    const work = async (em: SqlEntityManager): Promise<boolean> => {
      const current = await lockedClient(em, id)
      if (current === null) return false
      decide(current)
      await em.execute('delete from oauth_clients where id = ?', [id], 'run')
      return true
    }
    return this.#session.write('clients', work, (removed) => (removed ? [id] : []))
  }

  get(id: string): Promise<OAuthClient | null> {
    return this.#session.run((em) => clientById(em, id))
  }

  anyFor(grant: GrantType): Promise<boolean> {
    return this.#session.run(async (em) => {
      const found = await em.execute('select 1 from oauth_clients where ? = any(grants) limit 1', [grant])
      return found.length > 0
    })
  }

  #write(client: OAuthClient, statement: string): Promise<OAuthClient> {
    const work = async (em: SqlEntityManager): Promise<OAuthClient> => {
      await em.execute(statement, valuesOf(client), 'run')
      return client
    }
    return this.#session.write('clients', work, itsId)
  }
}

const CLIENT = 'select * from oauth_clients where id = ?'

const clientById = async (
  em: SqlEntityManager,
  id: string,
  statement = CLIENT,
): Promise<OAuthClient | null> => {
  const [row] = await em.execute<ClientRow[]>(statement, [id])
  return row ? clientOf(row) : null
}

/** Until the transaction ends. */
const lockedClient = (em: SqlEntityManager, id: string): Promise<OAuthClient | null> =>
  clientById(em, id, `${CLIENT} for update`)
