import type { User, UserId } from '@content-service/domain'
import type { Account, CredentialStore } from '@content-service/identity'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { stored } from '../store-errors.ts'
import { UserEntity } from './user.entity.ts'

// An address has an @ and a username has none: at most one account matches.
const BY_LOGIN = `select users.id, password_hash as hash, enabled_at is not null as "hasSecondFactor" from users
  left join credentials on credentials.user_id = users.id
  left join second_factors on second_factors.user_id = users.id
  where lower(username) = lower(?) or lower(email) = lower(?)`

interface Found {
  readonly id: UserId
  readonly hash: string | null
  readonly hasSecondFactor: boolean
}

export class SqlCredentialStore implements CredentialStore {
  readonly #em: SqlEntityManager

  constructor(em: SqlEntityManager) {
    this.#em = em
  }

  byLogin(login: string): Promise<Account | null> {
    return stored(async () => {
      const [found] = await this.#em.execute<Found[]>(BY_LOGIN, [login, login])
      const user = found && (await this.byId(found.id))
      return user ? { user, passwordHash: found.hash, hasSecondFactor: found.hasSecondFactor } : null
    })
  }

  byId(id: UserId): Promise<User | null> {
    return stored(() => this.#em.fork().findOne(UserEntity, { id }))
  }

  async rehash(id: UserId, current: string, next: string): Promise<void> {
    await stored(() =>
      this.#em.execute(
        'update credentials set password_hash = ? where user_id = ? and password_hash = ?',
        [next, id, current],
        'run',
      ),
    )
  }
}
