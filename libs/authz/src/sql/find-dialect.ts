import { show } from '../engine/decisions/check.ts'
import { suggest } from '../engine/decisions/suggest.ts'
import { type Dialect, type Syntax, dialects } from './dialect.ts'

/** The names of drivers and of databases that speak one of the dialects. */
const OTHER_NAMES: Readonly<Record<string, Dialect>> = {
  pg: 'postgresql',
  psql: 'postgresql',
  mariadb: 'mysql',
}

function suggestDialect(name: string): string {
  const given = name.toLowerCase()
  return Object.hasOwn(OTHER_NAMES, given)
    ? `; did you mean "${OTHER_NAMES[given]}"?`
    : suggest(given, Object.keys(dialects))
}

/** The syntax of a dialect. @throws {TypeError} for a name that is none. */
export function findDialect(name: unknown): Syntax {
  if (typeof name === 'string' && Object.hasOwn(dialects, name)) return dialects[name as Dialect]
  const names = Object.keys(dialects).map((each) => `"${each}"`)
  const hint = typeof name === 'string' ? suggestDialect(name) : ''
  throw new TypeError(`There is no dialect ${show(name)}${hint || `; use ${names.join(', ')}.`}`)
}
