import type { User, UserId } from '@content-service/domain'
import type { Account, CredentialStore } from '@content-service/identity'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { execute, findRow } from '../statements/sql.ts'
import { translateDatabaseErrors } from '../statements/store-errors.ts'
import { findUser } from './user-rows.ts'

/** An email address contains an @ and a username does not, so that at most one account matches. */
const filterByLogin = (login: string) => sql<Omit<Account, 'user'> & Pick<User, 'id'>>`select users.id,
    password_hash as "passwordHash", enabled_at is not null as "hasSecondFactor", proved_at is not null as "isProved" from users
  left join credentials on credentials.user_id = users.id
  left join second_factors on second_factors.user_id = users.id
  where lower(username) = lower(${login}) or lower(email) = lower(${login})`

const ADMINISTRATORS = sql<Pick<User, 'id'>>`select id from users join credentials on user_id = id
  where roles @> '{ADMIN}' and not deleted`

const UNPROVED = sql<Pick<User, 'id'>>`${ADMINISTRATORS} and proved_at is null
  and not exists (${ADMINISTRATORS} and proved_at is not null) order by id limit 1`

export class SqlCredentialStore implements CredentialStore {
  readonly #em: SqlEntityManager

  constructor(em: SqlEntityManager) {
    this.#em = em
  }

  findByLogin(login: string): Promise<Account | null> {
    return translateDatabaseErrors(async () => {
      const found = await findRow(this.#em, filterByLogin(login))
      if (found === null) return null
      const { id, ...account } = found
      const user = await this.findById(id)
      return user && { user, ...account }
    })
  }

  findById(id: UserId): Promise<User | null> {
    return translateDatabaseErrors(() => findUser(this.#em, id))
  }

  async rehash(id: UserId, current: string, next: string): Promise<void> {
    const rehash = sql`update credentials set password_hash = ${next} where user_id = ${id} and password_hash = ${current}`
    await translateDatabaseErrors(() => execute(this.#em, rehash))
  }

  async noteProof(id: UserId): Promise<void> {
    const note = sql`update credentials set proved_at = now() where user_id = ${id} and proved_at is null`
    await translateDatabaseErrors(() => execute(this.#em, note))
  }

  findUnprovedAdministrator(): Promise<User | null> {
    return translateDatabaseErrors(async () => {
      const found = await findRow(this.#em, UNPROVED)
      return found && this.findById(found.id)
    })
  }
}
