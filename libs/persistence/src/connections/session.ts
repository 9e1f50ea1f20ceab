import { OperatorError } from '@content-service/domain/internal/rules'
import { sql } from 'kysely'

/** The settings of PostgreSQL that texts of values, literals and transactions of the service rely on. */
export const RELIED_ON = {
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  bytea_output: 'hex',
  default_transaction_isolation: 'read committed',
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
} as const

/** The settings of a session, as options of a connection, which override those of the database and the role. */
export const writeOptions = (settings: Readonly<Record<string, string | number>>): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${String(value).replaceAll(/[\\ ]/gu, '\\$&')}`)
    .join(' ')

/** The extensions stay in `public`. */
export const writeSearchPath = (schema: string): string =>
  schema === 'public' ? '"public"' : `"${schema.replaceAll('"', '""')}", "public"`

interface RelevantSetting {
  readonly name: string
  readonly setting: string
}

/** The rows of this statement tell how PostgreSQL sets up the sessions of a pooler or of an application. */
export const SHOW_RELIED_ON = sql<RelevantSetting>`
  select name, setting from pg_settings where name = any(${Object.keys(RELIED_ON)})`

/** DateStyle has a second part that decides only how PostgreSQL reads dates, and the service writes them in ISO. */
const normalise = (value: string): string => value.split(',')[0]?.toLowerCase() ?? ''

/** Names of UTC in the time zone database. */
const UTC = new Set(['utc', 'etc/utc', 'gmt', 'etc/gmt', 'uct', 'etc/uct', 'zulu', 'universal'])

const isRight = (name: keyof typeof RELIED_ON, value: string): boolean => {
  if (name === 'TimeZone') return UTC.has(value.toLowerCase())
  // From 1 on, PostgreSQL writes floats exactly.
  if (name === 'extra_float_digits') return Number(value) >= 1
  return normalise(value) === normalise(RELIED_ON[name])
}

const isReliedOn = (name: string): name is keyof typeof RELIED_ON => Object.hasOwn(RELIED_ON, name)

/** Checks sessions that others set up. @throws OperatorError that names all wrong settings. */
export const checkSession = (rows: readonly RelevantSetting[], whose: string): void => {
  const wrong = rows.filter(({ name, setting }) => isReliedOn(name) && !isRight(name, setting))
  if (wrong.length === 0) return
  const found = wrong.map(({ name, setting }) => `${name} is ${setting}`).join(', ')
  const right = wrong
    .map(({ name }) => `set ${name} = '${isReliedOn(name) ? RELIED_ON[name] : ''}'`)
    .join('; ')
  throw new OperatorError(
    `${whose} have settings on which the service cannot rely: ${found}. Let them run: ${right}`,
  )
}
