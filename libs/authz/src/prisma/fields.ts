import type { Kind } from '../engine/conditions/kind.ts'
import { BOOLEAN, DATE, NUMBER, TEXT } from '../engine/conditions/value.ts'
import type { PrismaField, PrismaSchema } from './schema.ts'

export type Provider = 'postgresql' | 'sqlite' | 'mysql'

/** How a field compares. */
export interface ComparedField {
  /** The class of its values, or of its elements. */
  readonly group: number
  readonly kind: Kind
  /** The bits of an integer. */
  readonly bits?: number
  /** Of an enum: Prisma throws if it receives another value. */
  readonly values?: readonly string[]
  /** Whether the database stores more digits of a time than JavaScript has. */
  readonly hasMicroseconds?: boolean
}

type NativeTypes = Readonly<Record<string, ComparedField>>

const TEXTS: ComparedField = { group: TEXT, kind: 'text' }
const DAYS: ComparedField = { group: DATE, kind: 'date' }
const TIMES: ComparedField = { group: DATE, kind: 'timestamp' }
const INTEGERS: ComparedField = { group: NUMBER, kind: 'integer', bits: 32 }

/** The types of Prisma, each with the types of the databases that compare as it does. */
const types: Readonly<Record<string, { readonly own: ComparedField; readonly native: NativeTypes }>> = {
  String: {
    own: TEXTS,
    native: {
      Text: TEXTS,
      VarChar: TEXTS,
      Uuid: { group: TEXT, kind: 'uuid' },
      TinyText: TEXTS,
      MediumText: TEXTS,
      LongText: TEXTS,
    },
  },
  Boolean: {
    own: { group: BOOLEAN, kind: 'boolean' },
    native: { Boolean: { group: BOOLEAN, kind: 'boolean' } },
  },
  Int: {
    own: INTEGERS,
    native: { Integer: INTEGERS, Int: INTEGERS, MediumInt: INTEGERS, SmallInt: { ...INTEGERS, bits: 16 } },
  },
  BigInt: {
    own: { group: NUMBER, kind: 'bigint', bits: 64 },
    native: { BigInt: { group: NUMBER, kind: 'bigint', bits: 64 } },
  },
  Float: {
    own: { group: NUMBER, kind: 'float' },
    native: { DoublePrecision: { group: NUMBER, kind: 'float' }, Double: { group: NUMBER, kind: 'float' } },
  },
  Decimal: {
    own: { group: NUMBER, kind: 'decimal' },
    native: { Decimal: { group: NUMBER, kind: 'decimal' } },
  },
  DateTime: {
    own: TIMES,
    native: { Timestamp: TIMES, Timestamptz: TIMES, DateTime: TIMES, Date: DAYS },
  },
}

/** How the field compares, or the reason why no comparison with it is exact. */
export function compareField(
  { type, native }: PrismaField,
  { provider, enums }: PrismaSchema,
  isBinary: boolean,
): ComparedField | string {
  const values = Object.hasOwn(enums, type) && enums[type]
  if (values)
    return values.length > 0 ? { ...TEXTS, values } : `the values of ${type} have other names in the database`
  const known = Object.hasOwn(types, type) ? types[type] : undefined
  const [name = '', digits = '6'] = native?.split(/[(),]/) ?? []
  const field =
    known &&
    (native && Object.hasOwn(known.native, name) ? known.native[name] : native ? undefined : known.own)
  if (!field) return `no comparison with ${type}${native ? ` @db.${native}` : ''} is exact`
  if (provider === 'mysql' && field.group === TEXT && !isBinary)
    return 'the collations of MySQL ignore case, so that texts compare exactly only in a column that you declare as binary'
  const hasMicroseconds = field === TIMES && native !== undefined && Number(digits) > 3
  return hasMicroseconds ? { ...field, hasMicroseconds } : field
}
