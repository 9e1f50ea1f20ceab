import type { Body } from './bodies.ts'

/** The most records of a page. */
export const MOST_LISTED = 100

/** The body of a response of GraphQL with lists. */
export interface GraphqlLists {
  readonly data?: Readonly<Record<string, readonly Body[]>> | null
  readonly errors?: readonly { readonly extensions: { readonly code: string } }[]
}

/** The ids of the records of a list; the whole response if it is none. */
export const listIds = (rows: unknown): readonly unknown[] =>
  Array.isArray(rows) ? rows.map((row: Body) => row['id']) : ['no list', rows]
