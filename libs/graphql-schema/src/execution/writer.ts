import { ContentError, type Row } from '@content-service/domain'
import type { Connection } from '@content-service/domain/internal/reading'
import {
  getArgumentValues,
  getNamedType,
  isLeafType,
  isNonNullType,
  isObjectType,
  locatedError,
  type FieldNode,
  type GraphQLAbstractType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
} from 'graphql'
import { collectFields, type Info } from '../reading/collected-fields.ts'
import { findPageReader } from '../lists/connection-fields.ts'
import { isRelation, nameRelated, type FieldPlan, type LeafPlan } from '../reading/plan.ts'
import type { Plans } from '../reading/plans.ts'
import { noteRefusedRelation, noteRefusedValue } from '../reading/refused-fields.ts'
import {
  completeWriter,
  createLeafWriter,
  findQuickWriter,
  noteFailure,
  throwFailure,
  writeError,
  writeTimeText,
  type Failure,
  type Place,
  type Write,
  type WriteQuickly,
  type Writing,
} from './value-writers.ts'

/** Thrown for a document with a field that only graphql-js can execute. */
export class NotWritable extends Error {}

/** Reads the value of a field from its object. */
type Read<From = Row> = (from: From, writing: Writing) => unknown

type Nodes = readonly [FieldNode, ...FieldNode[]]

/** A member of an object in the response. */
interface Member {
  /** The key as JSON, after a comma for all members but the first. */
  readonly label: string
  /** The column that `quick` writes. */
  readonly column: string
  readonly quick: WriteQuickly | null
  readonly write: (row: Row, writing: Writing) => string
}

/** A field under its key in the response. */
interface KeyedField {
  readonly key: string
  readonly type: GraphQLOutputType
  readonly place: Place
}

/** The writer of a member: an error stays in its field if the type of the field allows null. */
export const createMemberWriter = <From>(
  { key, type, place: { nodes } }: KeyedField,
  read: Read<From>,
  write: Write,
): ((from: From, writing: Writing) => string) => {
  const isRequired = isNonNullType(type)
  return (from, writing) => {
    const { path } = writing
    const depth = path.length
    path[depth] = key
    try {
      const text = write(read(from, writing), writing)
      path.length = depth
      return text
    } catch (error) {
      if (isRequired) throw locatedError(error, nodes, [...path])
      const text = writeError(error, nodes, writing)
      path.length = depth
      return text
    }
  }
}

const writeMembers = (members: readonly Member[], row: Row, writing: Writing): string => {
  const depth = writing.path.length
  let failure: Failure | null = null
  let text = '{'
  for (const { label, column, quick, write } of members)
    try {
      text += label + ((quick && quick(row[column])) ?? write(row, writing))
    } catch (error) {
      failure = noteFailure(failure, error, writing, depth)
    }
  return failure ? throwFailure(failure, writing) : `${text}}`
}

/** A part of a value that is no record, such as an edge of a connection: graphql-js reads it without a resolver. */
const createPartReader = (field: GraphQLField<unknown, unknown>, [node]: Nodes, info: Info): Read => {
  const { name, resolve } = field
  if (resolve === undefined)
    return (whole) => {
      const value = whole[name]
      return typeof value === 'function' ? value() : value
    }
  const read = findPageReader(resolve)
  if (read === undefined) throw new NotWritable()
  const args = getArgumentValues(field, node, info.variableValues)
  // The whole of `nodes` and `counts` is a connection.
  return (whole) => read(whole as unknown as Connection, args)
}

/** A refusal stands in the place of its relation (C12.17). */
const createRelationReader =
  (as: string, field: string): Read =>
  (row, { context }) => {
    const value = row[as]
    if (!(value instanceof ContentError)) return value
    // The request notes its refusals at once, and appends them to the log at its end.
    void noteRefusedRelation(context, value, field)
    throw value
  }

const createValueReader =
  (show: NonNullable<LeafPlan['show']>, key: string, field: string): Read =>
  (row, { context }) => {
    try {
      return show(row, context, key)
    } catch (error) {
      void noteRefusedValue(context, error, { row, field })
      throw error
    }
  }

const createReader = (plan: FieldPlan, key: string, name: string, field: string): Read => {
  if (isRelation(plan)) return createRelationReader(nameRelated(key), field)
  const { show } = plan as LeafPlan
  return show ? createValueReader(show, key, field) : (row) => row[name]
}

/** Creates the functions that write the values of a selection. */
export class WriterFactory {
  readonly #plans: Plans
  readonly #info: Info

  constructor(plans: Plans, info: Info) {
    this.#plans = plans
    this.#info = info
  }

  /** @throws NotWritable for a selection that only graphql-js can write. */
  createWriter(type: GraphQLOutputType, nodes: readonly FieldNode[], field: string): Write {
    const named = getNamedType(type)
    const place = { field, nodes }
    if (isLeafType(named)) return completeWriter(type, createLeafWriter(named), place)
    const write = isObjectType(named)
      ? this.#createObjectWriter(named, nodes)
      : this.#createAbstractWriter(named, nodes)
    return completeWriter(type, write, place)
  }

  /** The value names its type. */
  #createAbstractWriter(type: GraphQLAbstractType, nodes: readonly FieldNode[]): Write {
    const types = this.#info.schema.getPossibleTypes(type)
    const writers = new Map<unknown, Write>(
      types.map((each) => [each.name, this.#createObjectWriter(each, nodes)]),
    )
    return (value, writing) => {
      const { __typename: name } = value as Row
      const write = writers.get(name)
      if (write === undefined) throw new Error(`${type.name} has no member ${String(name)}.`)
      return write(value, writing)
    }
  }

  #createObjectWriter(type: GraphQLObjectType, nodes: readonly FieldNode[]): Write {
    const fields = [...collectFields(type, nodes, this.#info)]
    const members = fields.map(([key, selected], place) => ({
      label: `${place === 0 ? '' : ','}${JSON.stringify(key)}:`,
      ...this.#findQuick(type, selected[0].name.value),
      write: this.#createMember(type, key, selected),
    }))
    return (row, writing) => writeMembers(members, row as Row, writing)
  }

  #findQuick(type: GraphQLObjectType, name: string): Pick<Member, 'column' | 'quick'> {
    const field = type.getFields()[name]
    const plan = this.#plans[type.name]?.fields[name]
    if (field === undefined || plan === undefined || isRelation(plan)) return { column: name, quick: null }
    const { show, time } = plan as LeafPlan
    if (time !== undefined) return { column: time, quick: writeTimeText }
    return { column: name, quick: show ? null : findQuickWriter(field.type) }
  }

  #createMember(type: GraphQLObjectType, key: string, nodes: Nodes): Member['write'] {
    const { value: name } = nodes[0].name
    if (name === '__typename') return () => JSON.stringify(type.name)
    const field = type.getFields()[name]
    const isGuarded =
      field?.astNode?.directives?.some((directive) => directive.name.value === 'auth') ?? false
    if (field === undefined || isGuarded) throw new NotWritable()
    const place = { field: `${type.name}.${name}`, nodes }
    const write = this.createWriter(field.type, nodes, place.field)
    return createMemberWriter(
      { key, type: field.type, place },
      this.#createReader(type, key, nodes, field),
      write,
    )
  }

  #createReader(
    type: GraphQLObjectType,
    key: string,
    ...[nodes, field]: readonly [Nodes, GraphQLField<unknown, unknown>]
  ): Read {
    const plans = this.#plans[type.name]
    if (plans === undefined) return createPartReader(field, nodes, this.#info)
    const plan = plans.fields[field.name]
    if (plan === undefined) throw new NotWritable()
    return createReader(plan, key, field.name, `${type.name}.${field.name}`)
  }
}
