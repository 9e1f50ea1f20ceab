import type { Context, Row } from '@content-service/domain'
import type { Connection } from '@content-service/domain/reading'
import {
  getNamedType,
  GraphQLBoolean,
  type GraphQLEnumType,
  GraphQLFloat,
  GraphQLID,
  GraphQLInt,
  GraphQLString,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  type FieldNode,
  type GraphQLAbstractType,
  type GraphQLField,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
} from 'graphql'
import { collectFields, type Info } from '../reading/collected-fields.ts'
import { listNodes, resolveNodes } from '../lists/connection-fields.ts'
import { hasNodes } from '../reading/joined-nodes.ts'
import { isRelation, nameRelated, type FieldPlan, type LeafPlan } from '../reading/plan.ts'
import type { Plans } from '../reading/plans.ts'

/** Thrown for a value that needs an error in the response, which only the general way can write. */
export class Irregular extends Error {}

/** Writes a value as JSON. */
export type Write = (value: unknown, context: Context) => string

const writeText = (value: unknown): string | null =>
  typeof value === 'string' ? JSON.stringify(value) : null

/** Writes common values without a context; null for all other values. */
type WriteQuickly = (value: unknown) => string | null

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
const writeTimeText: WriteQuickly = (value) => (typeof value === 'string' ? `"${value}"` : null)

const areTexts = (values: readonly unknown[]): boolean => values.every((value) => typeof value === 'string')

const writeTexts: WriteQuickly = (values) =>
  Array.isArray(values) && areTexts(values) ? JSON.stringify(values) : null

const createEnumWriter = (type: GraphQLEnumType): WriteQuickly => {
  const texts = new Map(type.getValues().map(({ name, value }) => [value as unknown, JSON.stringify(name)]))
  return (value) => texts.get(value) ?? null
}

/** The quick writer of a field, if its type has one. */
const findQuickWriter = (type: GraphQLOutputType): WriteQuickly | null => {
  const inner = isNonNullType(type) ? type.ofType : type
  if (isEnumType(inner)) return createEnumWriter(inner)
  if (isLeafType(inner)) return QUICK.get(inner) ?? null
  return isListType(inner) && getNamedType(inner) === GraphQLString ? writeTexts : null
}

const createLeafWriter = (type: GraphQLLeafType): Write => {
  const quick = QUICK.get(type)
  return (value) => quick?.(value) ?? JSON.stringify(type.coerceOutputValue(value) ?? null)
}

/** Null stands where the type allows it. */
const allowNull =
  (write: Write): Write =>
  (value, context) =>
    value === null || value === undefined ? 'null' : write(value, context)

const requireValue =
  (write: Write): Write =>
  (value, context) => {
    if (value === null || value === undefined) throw new Irregular()
    return write(value, context)
  }

const createListWriter =
  (write: Write): Write =>
  (values, context) => {
    if (!Array.isArray(values)) throw new Irregular()
    let text = ''
    for (const value of values) text += (text === '' ? '' : ',') + write(value, context)
    return `[${text}]`
  }

/** The writer of a type, with the writer of its named type. */
const completeWriter = (type: GraphQLOutputType, named: Write): Write => {
  if (isNonNullType(type)) {
    const inner = isListType(type.ofType)
      ? createListWriter(completeWriter(type.ofType.ofType, named))
      : named
    return requireValue(inner)
  }
  return allowNull(isListType(type) ? createListWriter(completeWriter(type.ofType, named)) : named)
}

interface Member {
  /** `"title":` with the comma before it. */
  readonly label: string
  /** The column that `quick` writes. */
  readonly column: string
  readonly quick: WriteQuickly | null
  /** Writes the other values. */
  readonly write: (row: Row, context: Context) => string
}

/** Creates the writers of the types of one schema. A type or field that only resolvers know is Irregular. */
export class WriterFactory {
  readonly #plans: Plans
  readonly #info: Info

  constructor(plans: Plans, info: Info) {
    this.#plans = plans
    this.#info = info
  }

  /** The writer of a field whose named type is read from a collection. */
  createFieldWriter(type: GraphQLOutputType, nodes: readonly FieldNode[]): Write {
    const named = getNamedType(type)
    if (isLeafType(named)) return completeWriter(type, createLeafWriter(named))
    const write = isObjectType(named)
      ? this.#createObjectWriter(named, nodes)
      : this.#createAbstractWriter(named, nodes)
    return completeWriter(type, write)
  }

  /** The value names its type; only a resolver knows the type of a value without a name. */
  #createAbstractWriter(type: GraphQLAbstractType, nodes: readonly FieldNode[]): Write {
    const types = this.#info.schema.getPossibleTypes(type)
    const writers = new Map<unknown, Write>(
      types.map((each) => [each.name, this.#createObjectWriter(each, nodes)]),
    )
    return (value, context) => {
      const write = writers.get((value as Row)['__typename'])
      if (write === undefined) throw new Irregular()
      return write(value, context)
    }
  }

  #createObjectWriter(type: GraphQLObjectType, nodes: readonly FieldNode[]): Write {
    const fields = [...collectFields(type, nodes, this.#info)]
    const names = fields.map(([, [node]]) => node.name.value)
    // The relations of `nodes` can have other arguments than those of `edges`.
    if (hasNodes(type) && names.includes('nodes') && names.includes('edges')) throw new Irregular()
    const members = fields.map(([key, selected], place) => ({
      label: `${place === 0 ? '' : ','}${JSON.stringify(key)}:`,
      ...this.#findQuick(type, selected[0].name.value),
      write: this.#createMember(type, key, selected),
    }))
    return (row, context) => writeMembers(members, row as Row, context)
  }

  #findQuick(type: GraphQLObjectType, name: string): Pick<Member, 'column' | 'quick'> {
    const field = type.getFields()[name]
    const plan = this.#plans[type.name]?.fields[name]
    if (field === undefined || plan === undefined || isRelation(plan)) return { column: name, quick: null }
    const { show, time } = plan as LeafPlan
    if (time !== undefined) return { column: time, quick: writeTimeText }
    return { column: name, quick: show ? null : findQuickWriter(field.type) }
  }

  #createMember(
    type: GraphQLObjectType,
    key: string,
    selected: readonly [FieldNode, ...FieldNode[]],
  ): Member['write'] {
    const { value: name } = selected[0].name
    if (name === '__typename') return () => JSON.stringify(type.name)
    const field = type.getFields()[name]
    const isGuarded =
      field?.astNode?.directives?.some((directive) => directive.name.value === 'auth') ?? false
    if (field === undefined || isGuarded) throw new Irregular()
    const write = this.createFieldWriter(field.type, selected)
    const plans = this.#plans[type.name]
    if (plans === undefined) return createPartReader(field, write)
    const plan = plans.fields[name]
    if (plan === undefined) throw new Irregular()
    return createReader(plan, key, name, write)
  }
}

/** A part of a value that is no record, such as an edge of a connection: graphql-js reads it without a resolver. */
const createPartReader = (
  { name, resolve }: GraphQLField<unknown, unknown>,
  write: Write,
): Member['write'] => {
  if (resolve !== undefined && resolve !== resolveNodes) throw new Irregular()
  // The whole of `nodes` is a connection.
  if (resolve) return (whole, context) => write(listNodes(whole as unknown as Connection), context)
  return (whole, context) => {
    const value = whole[name]
    return write(typeof value === 'function' ? value() : value, context)
  }
}

const createReader = (plan: FieldPlan, key: string, name: string, write: Write): Member['write'] => {
  if (isRelation(plan)) {
    const as = nameRelated(key)
    return (row, context) => writeRelated(row[as], write, context)
  }
  const { show } = plan as LeafPlan
  return show
    ? (row, context) => write(show(row, context), context)
    : (row, context) => write(row[name], context)
}

/** A refusal stands in the place of its relation (C12.17). */
const writeRelated = (value: unknown, write: Write, context: Context): string => {
  if (value instanceof Error) throw new Irregular()
  return write(value, context)
}

const writeMembers = (members: readonly Member[], row: Row, context: Context): string => {
  let text = '{'
  for (const { label, column, quick, write } of members)
    text += label + ((quick && quick(row[column])) ?? write(row, context))
  return `${text}}`
}
