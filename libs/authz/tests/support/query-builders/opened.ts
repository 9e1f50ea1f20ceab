import type { Condition } from '../../../src/engine/conditions/condition.ts'
import type { Filter } from '../../../src/engine/decisions/filter.ts'
import type { Relations } from '../../../src/sql/index.ts'

/** A database with the tables of the laws. MariaDB has a socket, and SQLite has a file. */
export type Target =
  | { readonly dialect: 'postgresql'; readonly url: string }
  | { readonly dialect: 'mysql'; readonly socketPath: string }
  | { readonly dialect: 'sqlite'; readonly file: string }

export interface Written {
  readonly timestamp?: Date
  readonly text?: string | null
}

/** The tables of the laws through a query builder or an ORM. */
export interface Opened {
  /** Writes values of a row of `docs` as the library stores them. */
  readonly write: (n: number, values: Written) => Promise<unknown>
  /** The numbers of the rows of `docs` that a condition chooses. */
  readonly selectDocs: (where: Condition) => Promise<readonly number[]>
  /** The ids of the articles that a filter chooses, beside a condition of the library. */
  readonly selectArticles: (filter: Filter) => Promise<readonly number[]>
  readonly close: () => Promise<unknown>
}

export type Open = (target: Target) => Promise<Opened>

const team: Relations = { team: { table: 'teams', on: { team_id: 'id' }, to: 'one' } }
const user = { table: 'users', to: 'one', columns: { teamId: 'team_id' }, relations: team } as const

/** The tables that are related to the articles. */
export const relations: Relations = {
  owner: { ...user, on: { owner_id: 'id' } },
  comments: {
    table: 'comments',
    on: { id: 'article_id' },
    to: 'many',
    columns: { articleId: 'article_id', userId: 'user_id' },
    relations: { user: { ...user, on: { user_id: 'id' } } },
  },
}

/** The name of MariaDB's database. */
export const DATABASE = 'docs'
