import { type Context, type Selection } from '@content-service/domain'
import { preparePages, prepareRead, type PreparedRead } from '@content-service/domain/internal/visibility'
import { withAudit } from '@content-service/domain/internal/audit'
import type { Times } from '@content-service/domain/internal/reading'
import {
  getArgumentValues,
  isNonNullType,
  Kind,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type ValueNode,
} from 'graphql'
import { isList, type Info } from '../reading/collected-fields.ts'
import { isSelected } from '../reading/connections.ts'
import { parsePage } from '../reading/page-arguments.ts'
import type { LiftedFilters } from './filter-slots.ts'
import { findReadPlan, type ReadPlan } from './read-field.ts'
import {
  createInfo,
  createTypenameRoot,
  createWritableRoot,
  requireField,
  type RootSelection,
  type WritableRoot,
} from './root-field.ts'
import { findArgumentNode } from './variable-slots.ts'
import { NotWritable, type WriterFactory } from './writer.ts'

export type Variables = Readonly<Record<string, unknown>>

/** What a request gives to the plan of its operation. */
export interface GivenValues {
  readonly variables: Variables
  /** For each key of the response, the filter of the field. */
  readonly filters: LiftedFilters['given']
}

/** C4.6: tells the domain that the caller of this request has seen a record. */
type Seen = (context: Context) => void

/** What a planned read has found. */
export interface ReadValue {
  readonly value: unknown
  readonly seen?: Seen
}

/** How a planned root field is read. */
interface RootRead {
  /** The characters of its statements. */
  readonly length: number
  /** The requests that its filters and orders cost (C13.6). */
  readonly price: number
  read(context: Context, given: GivenValues): Promise<ReadValue>
}

/** A root field with its plan. */
export interface PlannedField extends RootRead, WritableRoot<ReadValue> {}

/** Reads the argument of a root field that is a slot, or that is the same for all requests. */
const createArgumentReader = (
  { slots }: Pick<PlanScope, 'slots'>,
  node: ValueNode | undefined,
  fixed: unknown,
): ((given: GivenValues) => unknown) => {
  if (node?.kind !== Kind.VARIABLE || !slots.has(node.name.value)) return () => fixed
  const { value: name } = node.name
  return ({ variables }) => variables[name]
}

/** What the root fields of a planned operation share. */
export interface PlanScope {
  /** The context for plans, which has no values of the caller. */
  readonly planning: Context
  readonly context: Context
  readonly info: Info
  readonly writers: WriterFactory
  readonly slots: ReadonlySet<string>
  /** For each key of the response, the filter of the field with slots in the place of values. */
  readonly filters: Readonly<Record<string, unknown>>
  /** The most bytes of the rows of a root field. The resolvers read more. */
  readonly atMost: number
}

const ID = { subject: 'id' }

/** Cursors need dates. */
const hasPages = ({ related = [] }: Selection): boolean =>
  related.some(({ page, select }) => page !== undefined || hasPages(select))

const chooseTimes = (select: Selection): Times => (hasPages(select) ? 'dates' : 'texts')

/** The arguments of a root field, with slots in its filter. */
const readArguments = (
  { info: { variableValues }, filters }: PlanScope,
  { key, field, nodes }: RootSelection,
): Readonly<Record<string, unknown>> => {
  const args = getArgumentValues(field, nodes[0], variableValues)
  return Object.hasOwn(filters, key) ? { ...args, where: filters[key] } : args
}

const planRowRead = async (
  scope: PlanScope,
  { parseId, plan }: ReadPlan & { readonly kind: 'row' },
  root: RootSelection,
  info: GraphQLResolveInfo,
): Promise<RootRead> => {
  const { field, nodes } = root
  const { planning, context, atMost } = scope
  // Only the resolver says why there is no record.
  if (isNonNullType(field.type)) throw new NotWritable()
  const planned = await plan(planning, ID, info)
  const prepared = prepareRead(context.stores.reader, planned, chooseTimes(planned.query.select))
  const { id: fixed } = readArguments(scope, root)
  const readId = createArgumentReader(scope, findArgumentNode(nodes[0], 'id'), fixed)
  return {
    length: prepared.length,
    price: prepared.price,
    read: async (context, given) => {
      // The type of the argument makes the value a text.
      const id = parseId(readId(given) as string)
      const within = withAudit(context, field.name)
      const [row = null] = id === null ? [] : await prepared.run(within, { [ID.subject]: id }, atMost)
      return { value: row, ...(row && { seen: (reading) => planned.seen?.(reading, row) }) }
    },
  }
}

const planRowsRead = async (
  scope: PlanScope,
  plan: (ReadPlan & { readonly kind: 'first row' })['plan'],
  root: RootSelection,
  info: GraphQLResolveInfo,
): Promise<RootRead> => {
  const { key, field } = root
  const { planning, context, atMost } = scope
  const planned = await plan(planning, readArguments(scope, root) as never, info)
  const times = chooseTimes(planned.query.select)
  const prepared: PreparedRead = prepareRead(context.stores.reader, planned, times)
  const [isMany, isRequired] = [isList(field.type), isNonNullType(field.type)]
  return {
    length: prepared.length,
    price: prepared.price,
    read: async (context, { filters }) => {
      const rows = await prepared.run(withAudit(context, field.name), filters[key]?.values ?? {}, atMost)
      // Only the resolver says why there is no record.
      if (isRequired && !isMany && rows.length === 0) throw new Error(`There is no ${field.name}.`)
      return { value: isMany ? rows : (rows[0] ?? null) }
    },
  }
}

const planPagesRead = async (
  scope: PlanScope,
  { planPages }: ReadPlan & { readonly kind: 'list' },
  root: RootSelection,
  info: GraphQLResolveInfo,
): Promise<RootRead> => {
  const { key, field, nodes } = root
  const { planning, context, atMost } = scope
  if (isSelected(['counts'], info)) throw new NotWritable()
  const args = readArguments(scope, root)
  const planned = await planPages(planning, args as never, info)
  const prepared = preparePages(context.stores.reader, planned, {
    isCounted: isSelected(['totalCount'], info),
  })
  // `planPages` has refused the pages before a cursor.
  const { first, after: fixed } = parsePage(args)
  const readAfter = createArgumentReader(scope, findArgumentNode(nodes[0], 'after'), fixed)
  return {
    length: prepared.length,
    price: prepared.price,
    read: async (context, given) => {
      const after = (readAfter(given) as string | null | undefined) ?? null
      const page = await prepared.run(
        withAudit(context, field.name),
        { first, after, ...given.filters[key] },
        atMost,
      )
      return { value: page }
    },
  }
}

const planRead = (
  scope: PlanScope,
  plan: ReadPlan,
  ...[root, info]: readonly [RootSelection, GraphQLResolveInfo]
): Promise<RootRead> => {
  if (plan.kind === 'row') return planRowRead(scope, plan, root, info)
  if (plan.kind === 'first row') return planRowsRead(scope, plan.plan, root, info)
  return isList(root.field.type)
    ? planRowsRead(scope, plan.planRows, root, info)
    : planPagesRead(scope, plan, root, info)
}

const createTypenameField = (key: string, root: GraphQLObjectType): PlannedField => ({
  ...createTypenameRoot(key, root),
  ...{ length: 0, price: 0 },
  read: () => Promise.resolve({ value: root.name }),
})

/** Plans a root field. @throws if it has no plan. */
export const planField = async (
  scope: PlanScope,
  parentType: GraphQLObjectType,
  [key, nodes]: readonly [string, RootSelection['nodes']],
): Promise<PlannedField> => {
  const { value: name } = nodes[0].name
  if (name === '__typename') return createTypenameField(key, parentType)
  const field = requireField(parentType, name)
  const plan = findReadPlan(field)
  if (plan === undefined) throw new NotWritable()
  const root = { parentType, key, field, nodes }
  const info = createInfo(scope.info, root) as GraphQLResolveInfo
  const writable = createWritableRoot(root, scope.writers, ({ value }: ReadValue) => value)
  return { ...writable, ...(await planRead(scope, plan, root, info)) }
}
