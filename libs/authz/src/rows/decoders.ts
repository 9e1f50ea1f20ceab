import type { Kind } from '../engine/conditions/kind.ts'
import { DATE, classify, readTime } from '../engine/conditions/value.ts'
import type { Driver } from './driver.ts'

/** Returns undefined for a value that has no exact form of the kind. */
type Decoder = (value: unknown, driver: Driver) => unknown

const isSqlite = (driver: Driver) => driver === 'better-sqlite3' || driver === 'node:sqlite'
const isPostgres = (driver: Driver) => driver === 'node-postgres' || driver === 'postgres.js'

const decodeBoolean: Decoder = (value, driver) => {
  if (typeof value === 'boolean') return value
  const isBit = !isPostgres(driver) && /^(number|bigint)$/.test(typeof value) && /^[01]$/.test(String(value))
  return isBit ? Number(value) === 1 : undefined
}

const toInteger = (digits: string): number | bigint =>
  Number.isSafeInteger(Number(digits)) ? Number(digits) : BigInt(digits)

/** Drivers of servers return large integers as text. In SQLite, a text is no integer. */
const decodeInteger: Decoder = (value, driver) => {
  if (typeof value === 'string')
    return !isSqlite(driver) && /^-?\d+$/.test(value) ? toInteger(value) : undefined
  return typeof value === 'bigint' || Number.isSafeInteger(value) ? value : undefined
}

const withoutLastZeros = (digits: string) => {
  let end = digits.length
  while (digits[end - 1] === '0') end--
  return digits.slice(0, end)
}

/** The digits without zeros at both ends, and the place of the point. */
function normalize(decimal: string): string {
  const [mantissa = '', exponent = '0'] = decimal.replace(/^-/, '').split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  const digits = `${whole}${fraction}`
  const trimmed = withoutLastZeros(digits)
  return `${trimmed.replace(/^0+/, '')}e${Number(exponent) - fraction.length + digits.length - trimmed.length}`
}

/** Prisma returns a decimal as an object of decimal.js. */
const readDigits = (value: unknown, driver: Driver): unknown =>
  driver === 'prisma' && typeof value === 'object'
    ? (value as { readonly toFixed?: () => string }).toFixed?.()
    : value

const decodeDecimal: Decoder = (given, driver) => {
  const value = readDigits(given, driver)
  if (typeof value !== 'string')
    return typeof value === 'number' || typeof value === 'bigint' ? value : undefined
  if (isSqlite(driver) || !/^-?\d+(\.\d+)?$/.test(value)) return undefined
  const [whole = '', fraction = ''] = value.split('.')
  if (/^0*$/.test(fraction)) return toInteger(whole)
  const number = Number(value)
  return normalize(value) === normalize(String(number)) ? number : undefined
}

const decodeText: Decoder = (value) => (typeof value === 'string' ? value : undefined)

const POSTGRES_TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?[+-]\d\d(:?\d\d)?$/

/** The time of a text, cut off at milliseconds. */
function parsePostgresTime(text: string): Date | undefined {
  if (!POSTGRES_TIME.test(text)) return undefined
  const [, day, time, fraction = '', hours, minutes = '00'] =
    /^(\S+) ([\d:]+)(?:\.(\d+))?([+-]\d\d):?(\d\d)?$/.exec(text) ?? []
  return new Date(`${day}T${time}.${fraction.padEnd(3, '0').slice(0, 3)}${hours}:${minutes}`)
}

/** The date, if it is written exactly in this way. */
const parseExactly = (text: string, write: (date: Date) => string): Date | undefined => {
  const date = new Date(text)
  return classify(date) === DATE && write(date) === text ? date : undefined
}

const decodeTimestamp: Decoder = (value, driver) => {
  if (typeof value !== 'string')
    return typeof value === 'object' && classify(value) === DATE ? value : undefined
  if (isPostgres(driver)) return parsePostgresTime(value)
  // SQLite has no times after the year 9999.
  const isKnown = isSqlite(driver) && /^\d/.test(value)
  return isKnown ? parseExactly(value, (date) => date.toISOString()) : undefined
}

/** Some drivers return midnight of the day in the zone of the process. */
function decodeDate(value: unknown): Date | undefined {
  if (typeof value === 'string') return parseExactly(value, (date) => date.toISOString().slice(0, 10))
  const date = new Date(readTime(value))
  const atMidnight = (time: number) => (time % 86_400_000 === 0 ? new Date(time) : undefined)
  const local = new Date(0)
  local.setUTCFullYear(date.getFullYear(), date.getMonth(), date.getDate())
  const isLocal = date.getHours() + date.getMinutes() + date.getSeconds() + date.getMilliseconds() === 0
  return atMidnight(isLocal ? local.getTime() : date.getTime())
}

function parseList(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

/** postgres.js returns null in an array as the text NULL, or as NaN. In an array of texts, NULL can also be a text. */
const isLostNull = (item: unknown, driver: Driver) =>
  driver === 'postgres.js' && (item === 'NULL' || Number.isNaN(item))

/** SQLite and MySQL have arrays as JSON. An element without an exact form stays. */
const decodeArray =
  (decode: Decoder, lostNull: null | undefined): Decoder =>
  (value, driver) => {
    const list = isPostgres(driver) ? value : parseList(value)
    if (!Array.isArray(list)) return undefined
    return list.map((item: unknown) => (isLostNull(item, driver) ? lostNull : (decode(item, driver) ?? item)))
  }

export const decoders: Readonly<Record<Kind, Decoder>> = {
  boolean: decodeBoolean,
  integer: decodeInteger,
  bigint: decodeInteger,
  decimal: decodeDecimal,
  float: (value) => (typeof value === 'number' || typeof value === 'bigint' ? value : undefined),
  text: decodeText,
  citext: decodeText,
  uuid: decodeText,
  timestamp: decodeTimestamp,
  date: decodeDate,
  textArray: decodeArray(decodeText, undefined),
  integerArray: decodeArray(decodeInteger, null),
  uuidArray: decodeArray(decodeText, null),
}
