import { type ContentModel, type RecordType } from '@content-service/domain'
import {
  isGroup,
  isLink,
  isTime,
  type Collection,
  type Field,
  type Relation,
} from '@content-service/domain/model'
import { PlanCache } from '@content-service/domain/reading'
import type { BuiltInCollection } from '@content-service/domain/service'
import { sql } from 'kysely'
import { toSnakeCase } from '../rows.ts'
import { precompile, type Sql } from '../sql.ts'

/** The SQL of one column, for the table under an alias. */
type Column = (alias: string) => Sql

/** The representation of the records of a collection in the database. */
interface Layout {
  readonly name: string
  /** Each attribute of the record whose column is not its name in snake case. */
  readonly derived?: Readonly<Record<string, Column>>
  /** Attributes that are points in time; JSON contains them as text. */
  readonly dates: readonly string[]
  /** The fields with long values, with their most bytes. */
  readonly long?: Readonly<Record<string, number>>
}

// `public_users` is right about all users without a doubt (decision 75). PostgreSQL reads the few doubts once for each
// statement. It would compute `exists` for all users at once, which takes a hundred times as long for the first twenty.
const isPublic: Column = (user) => {
  const id = sql.id(user, 'id')
  return sql`case when ${id} in (select user_id from doubted_users) then has_public_content(${id})
    else coalesce((select true from public_users p where p.user_id = ${id}), false) end`
}

const isOwnerDeleted =
  (attribute: string): Column =>
  (record) =>
    sql`(select u.deleted from users u where u.id = ${sql.id(record, toSnakeCase(attribute))})`

const selectFromArticle =
  (column: string): Column =>
  (comment) =>
    sql`(select ${sql.id('a', column)} from articles a where a.id = ${sql.id(comment, 'article_id')})`

/** The attributes of declared types without a column. */
const DERIVED: Readonly<Record<string, Layout['derived']>> = {
  articles: {
    commentCount: (article) =>
      sql`(select count(*)::int from comments c where c.article_id = ${sql.id(article, 'id')})`,
  },
  users: { isPublic },
  comments: { articleOwnerId: selectFromArticle('owner_id'), articleStatus: selectFromArticle('status') },
}

const BUILT_IN: Readonly<Record<Exclude<BuiltInCollection, 'users' | 'articles' | 'comments'>, Layout>> = {
  revisions: { name: 'revisions', dates: ['createdAt'], long: { content: 2_000_000 } },
  follows: { name: 'follows', dates: ['createdAt'] },
  likes: { name: 'likes', dates: ['createdAt'] },
  apiKeys: { name: 'api_keys', dates: ['expiresAt', 'createdAt', 'lastUsedAt'] },
  webhooks: { name: 'webhooks', dates: ['failingSince', 'createdAt', 'updatedAt'] },
  oauthClients: {
    name: 'oauth_clients',
    derived: { isPublic: (client) => sql`(${sql.id(client, 'secret_hash')} is null)` },
    dates: ['createdAt'],
  },
  auditEntries: { name: 'audit_entries', dates: ['at'] },
  events: { name: 'events', dates: ['at'], long: { data: 2_100_000 } },
  webhookDeliveries: { name: 'webhook_deliveries', dates: ['nextAttemptAt', 'lastAttemptAt', 'createdAt'] },
}

/** From this number of characters on, the size of a row depends on the text. */
const LONG_TEXT = 1_000
const BYTES_PER_CHARACTER = 4

const countCharacters = (field: Field): number =>
  isGroup(field)
    ? Object.values(field.members).reduce((sum, member) => sum + countCharacters(member), 0)
    : (field.schema.maxLength ?? 0)

const listLongFields = ({ attributes }: RecordType): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, field]) => {
      const most = countCharacters(field)
      return isLink(field) || most < LONG_TEXT ? [] : [[name, most * BYTES_PER_CHARACTER]]
    }),
  )

const listTimes = ({ attributes }: RecordType): readonly string[] =>
  Object.keys(attributes).filter((name) => attributes[name] && isTime(attributes[name]))

const createLayout = (type: RecordType): Layout => ({
  name: type.plural,
  derived: {
    ...DERIVED[type.plural],
    ...(type.ownerAttribute !== null && { isOwnerDeleted: isOwnerDeleted(type.ownerAttribute) }),
  },
  dates: ['createdAt', 'updatedAt', ...listTimes(type)],
  long: listLongFields(type),
})

/**
 * PostgreSQL sorts null as the greatest value, but a descending list ends with null. Other columns can use an index.
 */
const NULLABLE = new Set(['updatedAt', 'publishedAt', 'scheduledFor'])

export const isNullable = (attribute: string): boolean => NULLABLE.has(attribute)

const IDENTIFIER = /^[a-z][A-Za-z0-9]*$/

/** A relation, with its collections as tables. */
export interface TableRelation extends Pick<Relation, 'kind' | 'here' | 'there'> {
  readonly to: Table
  readonly through?: { readonly table: Table; readonly from: string; readonly into: string }
}

/** The table of a collection in statements. */
export class Table {
  readonly long: Readonly<Record<string, number>>
  readonly #of: Collection
  readonly #layout: Layout
  readonly #tables: Tables
  /** Keeps compiled parts, because reads spend most of their own time on making statements. */
  readonly #parts = new Map<string, Sql>()

  constructor(of: Collection, layout: Layout, tables: Tables) {
    this.long = layout.long ?? {}
    this.#of = of
    this.#layout = layout
    this.#tables = tables
  }

  isDate(attribute: string): boolean {
    return this.#layout.dates.includes(attribute)
  }

  /** The SQL of an attribute. Its name comes from the code and never from a request; the check makes sure of this. */
  column(alias: string, attribute: string): Sql {
    return this.#keep(`${alias}.${attribute}`, () => this.#makeColumn(alias, attribute))
  }

  /** The column of a result: an attribute under its name. */
  resultColumn(alias: string, attribute: string): Sql {
    return this.#keep(
      `${alias}.${attribute} as`,
      () => sql`${this.column(alias, attribute)} as ${sql.id(attribute)}`,
    )
  }

  /** The table under an alias. */
  under(alias: string): Sql {
    return this.#keep(alias, () => sql`${sql.id(this.#layout.name)} ${sql.id(alias)}`)
  }

  #keep(key: string, make: () => Sql): Sql {
    const part = this.#parts.get(key) ?? precompile(make())
    this.#parts.set(key, part)
    return part
  }

  #makeColumn(alias: string, attribute: string): Sql {
    if (!IDENTIFIER.test(attribute)) throw new Error(`${this.#of} has no attribute ${attribute}`)
    const { derived = {} } = this.#layout
    return Object.hasOwn(derived, attribute)
      ? (derived[attribute] as Column)(alias)
      : sql.id(alias, toSnakeCase(attribute))
  }

  relation(name: string): TableRelation {
    const { to, through, ...relation } = this.#tables.model.relation(this.#of, name)
    return {
      ...relation,
      to: this.#tables.of(to),
      ...(through && { through: { ...through, table: this.#tables.of(through.collection) } }),
    }
  }
}

/** The tables of all collections of a model. */
export class Tables {
  readonly model: ContentModel
  readonly plans = new PlanCache()
  readonly #tables: ReadonlyMap<Collection, Table>

  constructor(model: ContentModel) {
    this.model = model
    const declared = model.types.map((type) => [type.plural, createLayout(type)] as const)
    this.#tables = new Map(
      [...Object.entries(BUILT_IN), ...declared].map(([of, layout]) => [of, new Table(of, layout, this)]),
    )
  }

  of(collection: Collection): Table {
    const table = this.#tables.get(collection)
    if (table === undefined) throw new Error(`There is no table of ${collection}.`)
    return table
  }
}
