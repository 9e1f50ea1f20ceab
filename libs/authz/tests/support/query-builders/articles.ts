import { type Filter, where } from '../../../src/index.ts'

/** A row of the table `articles`. The table has no column for its tags. */
export interface Row {
  readonly id: number
  readonly ownerId: number
  readonly title: string
  readonly tags: readonly string[]
}
export const article = where<Row>({ id: 'integer', ownerId: 'integer', title: 'text' })
export const own = article.ownerId.eq(7)
export const always: Filter = { kind: 'always' }
export const never: Filter = { kind: 'never' }

const rows = [
  [1, 7, 'a'],
  [2, 8, 'b'],
  [3, 7, 'c'],
] as const

/** The statements that create and fill the table in SQLite. */
export const setUp = [
  'create table articles (id integer primary key, owner_id int, title text)',
  `insert into articles values ${rows.map(([id, owner, title]) => `(${id}, ${owner}, '${title}')`).join()}`,
] as const
