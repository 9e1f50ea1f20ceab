import type { FieldNode, GraphQLField, GraphQLObjectType, GraphQLResolveInfo } from 'graphql'
import type { Info } from '../reading/collected-fields.ts'
import { noteFailure, writeNoData, type Failure, type Writing } from './value-writers.ts'
import { createMemberWriter, NotWritable, type WriterFactory } from './writer.ts'

/** A root field that a document selects. */
export interface RootSelection {
  readonly parentType: GraphQLObjectType
  readonly key: string
  readonly field: GraphQLField<unknown, unknown>
  readonly nodes: readonly [FieldNode, ...FieldNode[]]
}

/** A root field: its key in the response, and the function that writes what was read. */
export interface WritableRoot<Result> {
  /** The key as JSON, with a colon. */
  readonly label: string
  write(read: Result, writing: Writing): string
}

/** The `info` of a resolver. The members of graphql-js for incremental delivery are absent. */
export const createInfo = <Fixed extends Partial<Info>>(
  fixed: Fixed,
  { parentType, key, field, nodes: fieldNodes }: RootSelection,
): Fixed & Omit<GraphQLResolveInfo, keyof Info> => {
  const path = { prev: undefined, key, typename: parentType.name }
  const own = { fieldName: field.name, fieldNodes, returnType: field.type, parentType, path }
  return { ...fixed, ...own, rootValue: undefined } as unknown as Fixed & Omit<GraphQLResolveInfo, keyof Info>
}

/** The field of a root type. @throws NotWritable for a field of graphql-js, such as `__schema`. */
export const requireField = (parentType: GraphQLObjectType, name: string): GraphQLField<unknown, unknown> => {
  const field = parentType.getFields()[name]
  if (field === undefined) throw new NotWritable()
  return field
}

const writeLabel = (key: string): string => `${JSON.stringify(key)}:`

/** `read` takes the value of the field from a result. */
export const createWritableRoot = <Result>(
  { parentType, key, field: { name, type }, nodes }: RootSelection,
  writers: WriterFactory,
  read: (result: Result) => unknown,
): WritableRoot<Result> => {
  const place = { field: `${parentType.name}.${name}`, nodes }
  const write = writers.createWriter(type, nodes, place.field)
  return { label: writeLabel(key), write: createMemberWriter({ key, type, place }, read, write) }
}

/** `__typename` of a root type. */
export const createTypenameRoot = (key: string, { name }: GraphQLObjectType): WritableRoot<unknown> => ({
  label: writeLabel(key),
  write: () => JSON.stringify(name),
})

/** Writes the data of a query; null if a root field has an error that it cannot hold. */
export const writeData = <Result>(
  roots: readonly WritableRoot<Result>[],
  results: readonly Result[],
  writing: Writing,
): string => {
  let failure: Failure | null = null
  const texts: string[] = []
  for (const [place, { label, write }] of roots.entries())
    try {
      texts.push(label + write(results[place] as Result, writing))
    } catch (error) {
      failure = noteFailure(failure, error, writing, 0)
    }
  return failure ? writeNoData(failure, writing) : `{${texts.join(',')}}`
}
