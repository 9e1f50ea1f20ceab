import { and, not, now, or, where, type Condition, type OrderedText } from '@content-service/authz'
import { day, numeric } from '@content-service/authz/ordered'
import { field, type RecordType } from '@content-service/domain'
import type { Share } from '@content-service/domain/internal/access'
import type { Field } from '@content-service/domain/internal/model'
import { NOON } from '@content-service/domain/testing'

const about = 'A test.'
const later = (seconds: number): Date => new Date(NOON.getTime() + seconds * 1_000)

/** Fields by which shares decide, with the values of records. */
export const VALUE_FIELDS: Readonly<Record<string, Field>> = {
  size: field.integer(0, 99, { about, optional: true }),
  weight: field.number(0, { about, optional: true }),
  begins: field.time({ about, optional: true }),
  isOpen: field.flag({ about, initial: false }),
  mood: field.choice(['CALM', 'LOUD'], { about, optional: true, index: true }),
  opensOn: field.date({ about, optional: true, index: true }),
  price: field.decimal(10, 2, { about, optional: true, index: true }),
  code: field.line(80, { about, optional: true, seenWith: 'write' }),
}

export const FIELD_VALUES: Readonly<Record<keyof typeof VALUE_FIELDS, readonly unknown[]>> = {
  size: [null, 0, 4, 5],
  weight: [null, 0, 0.1, 2.5],
  begins: [null, NOON, later(1), later(2)],
  isOpen: [true, false],
  mood: [null, 'CALM', 'LOUD'],
  opensOn: [null, '2026-11-19', '2026-11-20'],
  price: [null, '0.00', '-0.50', '12.50', '99999999.99'],
  code: [null, 'a', 'A', 'é', '\u0065\u0301'],
}

interface Values {
  readonly size: number | null
  readonly weight: number | null
  readonly begins: Date | null
  readonly isOpen: boolean
  readonly mood: string | null
  readonly opensOn: OrderedText | null
  readonly price: OrderedText | null
  readonly code: string | null
}

const values = where<Values>({ opensOn: day, price: numeric })

const CONDITIONS: readonly Condition[] = [
  values.size.gt(4),
  not(values.size.lte(4)),
  values.weight.in([0.1, 2.5]),
  or(values.weight.isNull(), values.weight.lt(1)),
  values.begins.gte(later(1)),
  values.begins.ne(NOON),
  // C15.24.
  values.begins.gt(now()),
  not(values.begins.gt(now())),
  values.isOpen.eq(true),
  and(values.isOpen.ne(true), values.size.eq(0)),
  values.mood.eq('LOUD'),
  not(values.mood.eq('CALM')),
  values.opensOn.eq('2026-11-20'),
  values.opensOn.in(['2026-11-19', '2026-11-21']),
  values.opensOn.lt('2026-11-20'),
  not(values.opensOn.gte('2026-11-20')),
  values.price.gt('0'),
  values.price.lte('12.5'),
  not(values.price.lt('-0.5')),
  values.price.ne('12.500'),
  values.price.in(['-0', '99999999.99']),
  values.code.eq('a'),
  values.code.ne('é'),
  values.code.in(['A', 'é']),
]

/** The condition on the record behind a link. */
const through = (link: string, condition: Condition): Condition => ({ op: 'is', attribute: link, condition })

/** Shares by the values of the record. */
export const VALUE_SHARES: readonly Share[] = CONDITIONS.map((condition) => () => condition)

/** Shares by the values of the record behind a link. */
export const listLinkedValueShares = (link: string, { attributes }: RecordType): readonly Share[] =>
  Object.hasOwn(attributes, 'size') ? CONDITIONS.map((condition) => () => through(link, condition)) : []
