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

const clientById = async (em: SqlEntityManager, id: string): Promise<OAuthClient | null> => {
  const [row] = await em.execute<ClientRow[]>('select * from oauth_clients where id = ?', [id])
  return row ? clientOf(row) : null
}
