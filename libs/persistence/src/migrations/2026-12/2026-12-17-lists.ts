import { foldSql } from '@content-service/authz/fold'
import { Migration } from '@mikro-orm/migrations'

/**
 * Filters and orders of lists (C13): `fold` gives texts without case and accents, and the lists of the service's types get the
 * indexes of their orders.
 */
export class Lists extends Migration {
  override name = '2026-12-17-lists'

  override up(): void {
    this.addSql(inCurrentSchema(foldSql(SCHEMA)))
    for (const statement of INDEXES) this.addSql(statement)
  }
}

const SCHEMA = '@schema@'

/** Functions of an index name each other with their schema, because the index is made anew without a search path. */
const inCurrentSchema = (statements: string): string =>
  `do $lists$ begin execute replace($sql$${statements}$sql$, '"${SCHEMA}"', quote_ident(current_schema())); end $lists$`

const folded = (column: string): string => `("left"(fold(${column}), 100) collate "C")`
const CHANGED = '(coalesce(updated_at, created_at)) desc, id desc'

/** Null is last in both directions, so that a column with nulls has an index for each direction. */
const INDEXES = [
  'drop index articles_titles',
  `create index articles_titles on articles (${folded('title')}, published_at)`,
  `create index articles_changed on articles (${CHANGED})`,
  'create index articles_published_first on articles (published_at, id)',
  'create index articles_published_last on articles (published_at desc nulls last, id desc)',
  'drop index users_usernames',
  `create index users_usernames on users (${folded('username')})`,
  'create index users_edited on users (updated_at desc nulls last, id desc)',
  'create index users_edited_first on users (updated_at, id)',
  `create index users_changed on users (${CHANGED})`,
  'drop index comments_author',
  'create index comments_author on comments (author_id, created_at desc, id desc)',
  'create index comments_newest on comments (created_at desc, id desc)',
  'create index comments_edited on comments (updated_at desc nulls last, id desc)',
  'create index comments_edited_first on comments (updated_at, id)',
  `create index comments_changed on comments (${CHANGED})`,
  'create index products_edited on products (updated_at desc nulls last, id desc)',
  'create index products_edited_first on products (updated_at, id)',
  `create index products_changed on products (${CHANGED})`,
  `create index products_by_title on products (${folded('title')})`,
  'create index products_by_price on products (price, id)',
  `create index categories_by_name on categories (${folded('name')})`,
]
