import { type ContentModel, type RecordId, type RecordType, type UserId } from '@content-service/domain'
import type { LinkTarget } from '@content-service/domain/internal/model'
import { parseUuid } from '@content-service/domain/internal/rules'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { toSnakeCase } from '../statements/rows.ts'
import { findRow, findRows, type Sql } from '../statements/sql.ts'

/** Finds the records that a line names. */
export class References {
  readonly #em: SqlEntityManager
  /** By username in lower case; null for a name that no user has. */
  readonly #users = new Map<string, UserId | null>()
  /** By table and name; null for a name that no record has. */
  readonly #named = new Map<string, string | null>()

  constructor(em: SqlEntityManager) {
    this.#em = em
  }

  /** Finds a user by username, without regard to case. */
  async user(username: string): Promise<UserId | null> {
    const key = username.toLowerCase()
    if (!this.#users.has(key)) await this.loadUsers([username])
    return this.#users.get(key) ?? null
  }

  /** Finds the users with these names with one statement. */
  async loadUsers(usernames: readonly string[]): Promise<void> {
    if (usernames.length === 0) return
    const found = await findRows(
      this.#em,
      sql<{ id: UserId; name: string }>`select id, lower(username) as name from users
        where lower(username) in (select lower(given) from unnest(${usernames}::text[]) given)`,
    )
    for (const username of usernames) this.nameUser(username, null)
    for (const { id, name } of found) this.nameUser(name, id)
  }

  /** Notes the name of a user. */
  nameUser(username: string, id: UserId | null): void {
    this.#users.set(username.toLowerCase(), id)
  }

  /** The id of a user or of a record with a `ref` among the loaded ones. */
  known({ plural, hasRef }: RecordType, name: string): string | number | null {
    return (hasRef ? this.#named.get(`${plural} ${name}`) : this.#users.get(name.toLowerCase())) ?? null
  }

  /** Finds the records with these names with one statement. */
  async loadNamed(table: string, names: readonly string[]): Promise<void> {
    if (names.length === 0) return
    const ids = names.filter((name) => parseUuid(name) !== null)
    const from = sql.table(table)
    const found = await findRows(
      this.#em,
      sql<{ id: string; ref: string | null }>`select id, ref from ${from} where ref = any(${names}::text[])
        union select id, null from ${from} where id = any(${ids}::uuid[])`,
    )
    for (const name of names) this.name(table, name, null)
    for (const { id, ref } of found) if (ref === null) this.name(table, id, id)
    for (const { id, ref } of found) if (ref !== null) this.name(table, ref, id)
  }

  /** Notes the name of a record. */
  name(table: string, name: string, id: string | null): void {
    this.#named.set(`${table} ${name}`, id)
  }

  /** Finds a record of a declared type by its `ref`, or else by its unique text, without regard to case. */
  async findDeclared(
    { plural, uniqueAttribute: unique, hasRef }: RecordType,
    name: string,
  ): Promise<RecordId | null> {
    if (hasRef || unique === null) return (await this.findNamed(plural, name)) as RecordId | null
    const attribute = sql.ref(toSnakeCase(unique))
    return this.#first(sql`select id from ${sql.table(plural)} where lower(${attribute}) = lower(${name})`)
  }

  /** Finds the record to which a link leads. */
  findTarget(model: ContentModel, to: Pick<LinkTarget, 'name' | 'isNumbered'>, name: string) {
    return to.isNumbered ? this.user(name) : this.findDeclared(model.typeNamed(to.name), name)
  }

  /** Finds a record by the `ref` of its import, or else by its id. All ids have one form. */
  async findNamed(table: string, ref: string): Promise<string | null> {
    const known = this.#named.get(`${table} ${ref}`)
    if (known !== undefined) return known
    const byRef = await this.#first<string>(sql`select id from ${sql.table(table)} where ref = ${ref}`)
    if (byRef !== null || parseUuid(ref) === null) return byRef
    return this.#first<string>(sql`select id from ${sql.table(table)} where id = ${ref}`)
  }

  async #first<Id>(query: Sql): Promise<Id | null> {
    return (await findRow(this.#em, sql<{ id: Id }>`${query}`))?.id ?? null
  }
}
