import { articleId, type CategoryId, type UserId } from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'

export type NamedTable = 'articles' | 'comments' | 'products'

/** Finds what records call by name. */
export class References {
  readonly #em: SqlEntityManager
  readonly #users = new Map<string, UserId>()

  constructor(em: SqlEntityManager) {
    this.#em = em
  }

  /** By username, without regard to case. Who was found once is not asked for again: most lines name the same few. */
  async user(username: string): Promise<UserId | null> {
    const key = username.toLowerCase()
    const known = this.#users.get(key)
    if (known !== undefined) return known
    const id = await this.#first<UserId>('select id from users where lower(username) = lower(?)', username)
    if (id !== null) this.#users.set(key, id)
    return id
  }

  category(name: string): Promise<CategoryId | null> {
    return this.#first('select id from categories where lower(name) = lower(?)', name)
  }

  /** By the `ref` that it came with, or else by its id; ids of all kinds have one form. */
  async named(table: NamedTable, ref: string): Promise<string | null> {
    const byRef = await this.#first<string>(`select id from ${table} where ref = ?`, ref)
    if (byRef !== null || articleId(ref) === null) return byRef
    return this.#first<string>(`select id from ${table} where id = ?`, ref)
  }

  async #first<Id>(query: string, value: string): Promise<Id | null> {
    const [row] = await this.#em.execute<{ id: Id }[]>(query, [value])
    return row?.id ?? null
  }
}
