import { InvalidValue } from '../../rules/errors.ts'
import { timestamp } from '../../rules/time.ts'
import { createTypedRule } from '../fields/field-kinds.ts'
import { isJson, isTime, type Computation, type Field } from '../fields/field.ts'
import type { AnyRecord } from '../types/record-changes.ts'
import { ignoreFailure } from '../types/record-check.ts'
import type { RecordType } from '../types/record-type.ts'

type Values = Readonly<Record<string, unknown>>
export type ComputedType = Pick<RecordType, 'name' | 'fields' | 'computed'>

/** C16.2: code of the declaration has given no value that fits. The message and the cause are for the log alone. */
export class FailedComputation extends Error {
  override readonly name = 'FailedComputation'
  /** The field: `Recipe.label`. */
  readonly place: string

  constructor(place: string, wrong: string, cause: unknown) {
    super(`The code of the computed field ${place} ${wrong}`, { cause })
    this.place = place
  }
}

/** A value of JSON of a computed field is no longer, because each read and each event can have it. */
const MOST_JSON_CHARACTERS = 65_536

/** Prepared reads of responses have times as texts. The code gets copies, so that it changes nothing that is stored. */
const copyValue = (field: Field, value: unknown): unknown => {
  if (isTime(field) && typeof value === 'string') return new Date(value)
  return typeof value === 'object' && value !== null ? structuredClone(value) : value
}

const copySources = ({ fields }: ComputedType, from: Computation['from'], record: Values): Values =>
  Object.fromEntries(from.map((name) => [name, copyValue(fields[name] as Field, record[name] ?? null)]))

/** What a client would send for the value, which the rule of the kind then checks. */
const toSent = (field: Field, value: unknown): unknown => {
  if (isTime(field)) {
    if (value instanceof Date && !Number.isNaN(value.getTime())) return timestamp(value)
    throw new InvalidValue('must be a Date that is a point in time')
  }
  if (isJson(field)) {
    const text = JSON.stringify(value) ?? 'null'
    if (text.length <= MOST_JSON_CHARACTERS) return JSON.parse(text)
    throw new InvalidValue(`must have at most ${MOST_JSON_CHARACTERS} characters as JSON`)
  }
  // Not every column tells -0 from 0.
  return Object.is(value, -0) ? 0 : value
}

const checkComputed = (field: Field, value: unknown): unknown => {
  if (value instanceof Promise) throw new InvalidValue('must be returned at once, and is a promise')
  if (value !== null && value !== undefined) return createTypedRule(field)(toSent(field, value))
  if (!field.isOptional) throw new InvalidValue('must not be null; add optional: true to allow that')
  return null
}

const nameRecord = (record: object): string => {
  const { ref, id } = record as Partial<AnyRecord>
  const name = ref ?? id
  return name === undefined ? '' : ` on the record ${name}`
}

/** The value of a computed field of this record. @throws FailedComputation. */
export const computeValue = (
  type: ComputedType,
  [name, field]: readonly [string, Field],
  record: object,
): unknown => {
  const place = `${type.name}.${name}`
  const { from, compute } = field.computed as Computation
  let value: unknown
  try {
    // The declaration has checked the types of the values and of the function.
    value = compute(copySources(type, from, record as Values) as never)
  } catch (cause) {
    throw new FailedComputation(place, `has thrown an error${nameRecord(record)}.`, cause)
  }
  ignoreFailure(value)
  try {
    return checkComputed(field, value)
  } catch (cause) {
    const wrong = cause instanceof Error ? cause.message : String(cause)
    throw new FailedComputation(place, `has returned a wrong value${nameRecord(record)}: it ${wrong}.`, cause)
  }
}
