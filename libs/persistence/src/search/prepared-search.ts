import { perDatabase } from '../session/database-parts.ts'
import { OwnedEntries, type ReferenceValues } from '@content-service/domain/internal/reading'
import type { SearchExtent, SearchScope } from '@content-service/domain/internal/search'
import type { Reference } from '@content-service/authz'
import { prepareStatement, type BoundStatement } from '../statements/prepared-statement.ts'
import type { Tables } from '../tables/tables.ts'
import type { Attempt } from './attempt.ts'
import { createWidenedAttempt, parseWebsearch } from './attempts.ts'
import type { ScopedSearch } from './candidates.ts'
import { createFewHitsStatement, createManyHitsStatement } from './hits.ts'
import { excludesOnly } from './query-words.ts'

/** The statements of a search for the words as typed, by the scope and the extent of the search. */
export interface PreparedSearch {
  readonly few: BoundStatement
  readonly many: BoundStatement
}

const LIMITS = { all: 200, own: 200 }

/** The statements of the last searches of a database. */
export class PreparedSearches {
  readonly #caches = new WeakMap<Tables, OwnedEntries<PreparedSearch, null>>()

  /** Finds statements, or makes them. The statements that were used last stay. */
  find(tables: Tables, key: string, make: () => PreparedSearch): PreparedSearch {
    const cache = this.#caches.get(tables) ?? new OwnedEntries(LIMITS)
    this.#caches.set(tables, cache)
    const known = cache.get(key)
    if (known) return known
    const found = make()
    cache.set(key, found, null)
    return found
  }
}

/**
 * The scope as text, with references in the place of its numbers and times: callers of the same rights share the statements,
 * also if their scopes contain their ids or the time of the request (C15.24).
 */
const liftValues = (scope: SearchScope, values: Record<string, number | Date>): string =>
  JSON.stringify(scope, function lift(this: Readonly<Record<string, unknown>>, key, written: unknown) {
    // A time is written as a text already.
    const value = this[key]
    if (key !== 'value' || !(typeof value === 'number' || value instanceof Date)) return written
    const name = `value ${Object.keys(values).length}`
    values[name] = value
    return { subject: name }
  })

const TEXT: Reference = { subject: 'text' }
const WIDENED: Reference = { subject: 'widened' }
// The conditions of a statement can contain references in the place of values.
const AFTER = { score: { subject: 'score' }, id: { subject: 'id' } } as unknown as SearchExtent['after']

type Window = Pick<SearchExtent, 'limit' | 'offset' | 'withSnippets'>

interface Shape extends Window {
  readonly excludesOnly: boolean
  readonly isAfter: boolean
  readonly isWidened: boolean
}

const prepare = (
  tables: Tables,
  scope: SearchScope,
  { isAfter, excludesOnly, isWidened, ...window }: Shape,
): PreparedSearch => {
  const attempt: Attempt = isWidened
    ? createWidenedAttempt(TEXT, WIDENED)
    : { query: parseWebsearch(TEXT), excludesOnly }
  const search: ScopedSearch = { attempt, scope, tables }
  const extent = { ...window, ...(isAfter && AFTER && { after: AFTER }) }
  return {
    few: prepareStatement(createFewHitsStatement(search, extent)),
    many: prepareStatement(createManyHitsStatement(search, extent)),
  }
}

/** The statements of a search, with the values of their placeholders. */
export interface BoundSearch extends PreparedSearch {
  readonly values: ReferenceValues
}

/** A search, with its text as typed and with corrections. */
export interface GivenSearch extends Pick<ScopedSearch, 'tables' | 'scope'> {
  readonly text: string
  readonly widened?: string | undefined
}

/** Prepares the search for a text as typed, or with corrections. */
export const bindSearch = (
  searches: PreparedSearches,
  { tables, scope, text, widened }: GivenSearch,
  { limit, offset, withSnippets = false, after }: SearchExtent,
): BoundSearch => {
  const values: Record<string, number | Date> = {}
  const lifted = liftValues(scope, values)
  const shape: Shape = {
    limit,
    offset,
    withSnippets,
    isAfter: after !== undefined,
    excludesOnly: excludesOnly(text),
    isWidened: widened !== undefined,
  }
  const statements = searches.find(tables, JSON.stringify([shape, lifted]), () =>
    // The text is the JSON of a scope.
    prepare(tables, JSON.parse(lifted) as SearchScope, shape),
  )
  return { ...statements, values: { ...values, ...after, text, widened: widened ?? null } }
}

export const findPreparedSearches = perDatabase(() => new PreparedSearches())
