import type { Context } from '@content-service/domain'
import {
  getNamedType,
  getNullableType,
  GraphQLBoolean,
  type GraphQLEnumType,
  type GraphQLError,
  GraphQLFloat,
  GraphQLID,
  GraphQLInt,
  GraphQLString,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  locatedError,
  type FieldNode,
  type GraphQLLeafType,
  type GraphQLOutputType,
} from 'graphql'
import { isLongText, LongTexts } from './long-texts.ts'

/** The response while it is written. */
export interface Writing {
  readonly context: Context
  /** The place of the value that is written. The writer that notes an error sets the path back to its own place. */
  readonly path: (string | number)[]
  readonly errors: GraphQLError[]
  readonly longTexts: LongTexts
}

export const createWriting = (context: Context): Writing => ({
  context,
  path: [],
  errors: [],
  longTexts: new LongTexts(),
})

/** Writes a value as JSON. @throws the error of a value whose type does not allow null. */
export type Write = (value: unknown, writing: Writing) => string

/** A field, and the nodes of the document that select it. */
export interface Place {
  /** `Article.owner` */
  readonly field: string
  readonly nodes: readonly FieldNode[]
}

const writeText = (value: unknown): string | null =>
  typeof value === 'string' && !isLongText(value) ? JSON.stringify(value) : null

/** Writes common values at once; null for all other values. */
export type WriteQuickly = (value: unknown) => string | null

const QUICK: ReadonlyMap<GraphQLLeafType, WriteQuickly> = new Map([
  [GraphQLString as GraphQLLeafType, writeText],
  [GraphQLID, (value) => (Number.isSafeInteger(value) ? `"${String(value)}"` : writeText(value))],
  [
    GraphQLInt,
    (value) => (Number.isInteger(value) && Math.abs(value as number) < 2 ** 31 ? String(value) : null),
  ],
  [GraphQLFloat, (value) => (Number.isFinite(value) ? String(value) : null)],
  [GraphQLBoolean, (value) => (typeof value === 'boolean' ? String(value) : null)],
])

/** Times in the form of C2.2 have no character that JSON must escape. */
export const writeTimeText: WriteQuickly = (value) => (typeof value === 'string' ? `"${value}"` : null)

const areTexts = (values: readonly unknown[]): boolean => values.every((value) => typeof value === 'string')

const writeTexts: WriteQuickly = (values) =>
  Array.isArray(values) && areTexts(values) ? JSON.stringify(values) : null

const createEnumWriter = (type: GraphQLEnumType): WriteQuickly => {
  const texts = new Map(type.getValues().map(({ name, value }) => [value as unknown, JSON.stringify(name)]))
  return (value) => texts.get(value) ?? null
}

/** The quick writer of a field, if its type has one. */
export const findQuickWriter = (type: GraphQLOutputType): WriteQuickly | null => {
  const inner = getNullableType(type)
  if (isEnumType(inner)) return createEnumWriter(inner)
  if (isLeafType(inner)) return QUICK.get(inner) ?? null
  return isListType(inner) && getNamedType(inner) === GraphQLString ? writeTexts : null
}

export const createLeafWriter = (type: GraphQLLeafType): Write => {
  const quick = QUICK.get(type)
  if (quick === undefined) return (value) => JSON.stringify(type.coerceOutputValue(value) ?? null)
  return (value, { longTexts }) =>
    quick(value) ??
    (isLongText(value) ? longTexts.setAside(value) : JSON.stringify(type.coerceOutputValue(value) ?? null))
}

/** Writes null in the place of a value, and notes its error (GraphQL October 2021, §6.4.4). */
export const writeError = (
  error: unknown,
  nodes: readonly FieldNode[],
  { path, errors }: Writing,
): string => {
  // An error that a value below could not hold has its place already.
  errors.push(locatedError(error, nodes, [...path]))
  return 'null'
}

/** The first error among the parts of a value, and the number of errors that were noted before it. */
export interface Failure {
  readonly error: unknown
  readonly noted: number
}

/**
 * Notes the error of a part that the value cannot hold. The other parts are written all the same: the audit log counts what they
 * refuse (C12.6).
 */
export const noteFailure = (
  before: Failure | null,
  error: unknown,
  ...[{ path, errors }, depth]: readonly [Writing, number]
): Failure => {
  path.length = depth
  return before ?? { error, noted: errors.length }
}

/** Throws the first error. Those that later parts have noted are in no place of the response. */
export const throwFailure = ({ error, noted }: Failure, { errors }: Writing): never => {
  errors.length = noted
  throw error
}

/** Writes null in the place of all data: a root field has located an error that it cannot hold. */
export const writeNoData = ({ error, noted }: Failure, { errors }: Writing): string => {
  errors.length = noted
  errors.push(error as GraphQLError)
  return 'null'
}

const catchError =
  (write: Write, { nodes }: Place): Write =>
  (value, writing) => {
    const depth = writing.path.length
    try {
      return write(value, writing)
    } catch (error) {
      const text = writeError(error, nodes, writing)
      writing.path.length = depth
      return text
    }
  }

const locateError =
  (write: Write, { nodes }: Place): Write =>
  (value, writing) => {
    try {
      return write(value, writing)
    } catch (error) {
      throw locatedError(error, nodes, [...writing.path])
    }
  }

const createListWriter =
  (write: Write, { field }: Place): Write =>
  (values, writing) => {
    if (!Array.isArray(values)) throw new Error(`The field ${field} has no list.`)
    const { path } = writing
    const depth = path.length
    let failure: Failure | null = null
    let text = ''
    for (let place = 0; place < values.length; place += 1)
      try {
        path[depth] = place
        text += (place === 0 ? '' : ',') + write(values[place], writing)
      } catch (error) {
        failure = noteFailure(failure, error, writing, depth)
      }
    path.length = depth
    return failure ? throwFailure(failure, writing) : `[${text}]`
  }

/** The writer of a type, with the writer of its named type. */
export const completeWriter = (type: GraphQLOutputType, named: Write, place: Place): Write => {
  const nullable = getNullableType(type)
  const write = isListType(nullable)
    ? createListWriter(completeItem(nullable.ofType, named, place), place)
    : named
  const isRequired = isNonNullType(type)
  return (value, writing) => {
    if (value !== null && value !== undefined) return write(value, writing)
    if (isRequired) throw new Error(`The field ${place.field} is null, and its type does not allow null.`)
    return 'null'
  }
}

const completeItem = (type: GraphQLOutputType, named: Write, place: Place): Write => {
  const write = completeWriter(type, named, place)
  return isNonNullType(type) ? locateError(write, place) : catchError(write, place)
}
