import type { Context } from '@content-service/domain'
import {
  getArgumentValues,
  OperationTypeNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type VariableValues,
} from 'graphql'
import { collectFields, type Info } from '../reading/collected-fields.ts'
import { getPlans } from '../reading/plans.ts'
import type { Executed } from '../requests/executed.ts'
import { indexFragments } from '../requests/prepared-request.ts'
import { settlePage } from './settled-page.ts'
import {
  createInfo,
  createTypenameRoot,
  createWritableRoot,
  requireField,
  writeData,
  type RootSelection,
  type WritableRoot,
} from './root-field.ts'
import { createWriting, writeNoData, type Writing } from './value-writers.ts'
import { NotWritable, WriterFactory } from './writer.ts'

type Resolved = PromiseSettledResult<unknown>

/** A root field: its resolver, and the function that writes what the resolver has returned. */
interface Root extends WritableRoot<Resolved> {
  readonly nodes: readonly FieldNode[]
  resolve(context: Context, variableValues: VariableValues): Promise<unknown>
}

/** An operation whose result is written without graphql-js. */
export interface WritableOperation {
  readonly type: OperationTypeNode
  readonly roots: readonly Root[]
}

/** The parts of an operation that its root fields share. */
interface Surroundings {
  readonly schema: GraphQLSchema
  readonly operation: OperationDefinitionNode
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>
  readonly parentType: GraphQLObjectType
}

const takeResolved = (resolved: Resolved): unknown => {
  if (resolved.status === 'rejected') throw resolved.reason
  return resolved.value
}

const createRoot = (
  { parentType, ...fixed }: Surroundings,
  writers: WriterFactory,
  [key, nodes]: readonly [string, RootSelection['nodes']],
): Root => {
  const { value: name } = nodes[0].name
  if (name === '__typename')
    return { ...createTypenameRoot(key, parentType), nodes, resolve: () => Promise.resolve(name) }
  const field = requireField(parentType, name)
  const root = { parentType, key, field, nodes }
  const known = createInfo(fixed, root)
  return {
    ...createWritableRoot(root, writers, takeResolved),
    nodes,
    resolve: async (context, variableValues) => {
      const info = { ...known, variableValues } as GraphQLResolveInfo
      const args = getArgumentValues(field, nodes[0], variableValues)
      return settlePage(await field.resolve?.(undefined, args, context, info), info)
    },
  }
}

/** Prepares an operation for these variables; null if only graphql-js can execute it, such as an introspection. */
export const createWritable = (
  schema: GraphQLSchema,
  [document, operation]: readonly [DocumentNode, OperationDefinitionNode],
  variableValues: VariableValues,
): WritableOperation | null => {
  const fragments = indexFragments(document)
  // Fragments have no own variables here, which are the only addition of the execution.
  const info = { schema, fragments, variableValues } as unknown as Info
  const parentType = schema.getRootType(operation.operation) as GraphQLObjectType
  const surroundings = { schema, operation, fragments, parentType }
  const writers = new WriterFactory(getPlans({ schema }), info)
  try {
    const roots = [...collectFields(parentType, [operation], info)]
    return {
      type: operation.operation,
      roots: roots.map((root) => createRoot(surroundings, writers, root)),
    }
  } catch (error) {
    if (error instanceof NotWritable) return null
    throw error
  }
}

type Resolve = (root: Root) => Promise<unknown>

/** The resolvers of a query run together. */
const runQuery = async (roots: readonly Root[], resolve: Resolve, writing: Writing): Promise<string> =>
  writeData(roots, await Promise.allSettled(roots.map(resolve)), writing)

/** The resolvers of a mutation run one after the other, until one has an error that its field cannot hold. */
const runMutation = async (roots: readonly Root[], resolve: Resolve, writing: Writing): Promise<string> => {
  const texts: string[] = []
  try {
    for (const root of roots) {
      const [resolved] = await Promise.allSettled([resolve(root)])
      texts.push(root.label + root.write(resolved as Resolved, writing))
    }
  } catch (error) {
    return writeNoData({ error, noted: writing.errors.length }, writing)
  }
  return `{${texts.join(',')}}`
}

/** Runs an operation by its resolvers. */
export const executeWritable = async (
  { type, roots }: WritableOperation,
  context: Context,
  variableValues: VariableValues,
): Promise<Executed> => {
  const writing = createWriting(context)
  const run = type === OperationTypeNode.MUTATION ? runMutation : runQuery
  const data = await run(roots, (root) => root.resolve(context, variableValues), writing)
  const { errors, longTexts } = writing
  return { data: longTexts.isEmpty ? data : await longTexts.fillIn(data), errors }
}
