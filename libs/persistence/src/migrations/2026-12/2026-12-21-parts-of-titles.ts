import { Migration } from '../migration.ts'

const create = (name: string, expression: string, where = ''): string =>
  `create index ${name} on articles using gin (${expression} collate "C" gin_trgm_ops)${where}`

/**
 * C13.6: parts of titles of articles are found by an index: of all articles, or of those that guests may read. The expressions
 * are those of indexes that declarations make.
 */
export class PartsOfTitles extends Migration {
  override name = '2026-12-21-parts-of-titles'

  override readonly indexes: readonly string[] = [
    create('articles_in_title', 'fold(title)'),
    create('articles_in_title_of_guests', "(fold(title) || ''::text)", " where status = 'PUBLISHED'"),
  ]

  override up(): void {
    // The indexes are all.
  }
}
