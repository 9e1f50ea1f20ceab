import { type Context, type Selection } from '@content-service/domain'
import {
  createPlanningContext,
  preparePages,
  prepareRead,
  type PreparedRead,
  SharedRuns,
} from '@content-service/domain/visibility'
import { PRICES } from '@content-service/domain/context'
import { withAudit } from '@content-service/domain/audit'
import type { Times } from '@content-service/domain/reading'
import {
  getArgumentValues,
  isNonNullType,
  Kind,
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type ValueNode,
} from 'graphql'
import { indexFragments, type PreparedRequest } from '../requests/prepared-request.ts'
import { collectFields, isList, type Info } from '../reading/collected-fields.ts'
import { isSelected } from '../reading/connections.ts'
import { parsePage } from '../reading/page-arguments.ts'
import { getPlans } from '../reading/plans.ts'
import { findReadPlan, type ReadPlan } from './read-field.ts'
import type { LiftedFilters } from './filter-slots.ts'
import { findArgumentNode } from './variable-slots.ts'
import { Irregular, WriterFactory } from './writer.ts'

export type Variables = Readonly<Record<string, unknown>>

/** A query that runs without graphql-js: it is a few prepared reads, and the text around them. */
export interface CompiledOperation extends Pick<PreparedRequest, 'cost' | 'price' | 'fields'> {
  /** The response as JSON. @throws Irregular if only the general way can write the response. */
  run(context: Context, given: GivenValues): Promise<ResponseBody>
}

/** What a request gives to the plan of its operation. */
export interface GivenValues {
  readonly variables: Variables
  /** For each key of the response, the filter of the field. */
  readonly filters: LiftedFilters['given']
}

/**
 * The most bytes of a compiled response. The general way measures values and not JSON, so that it decides about a response
 * near the limit (C12.5).
 */
export const limitCompiled = ({ responseLimit }: Context['settings']): number => responseLimit / 8

/** JSON, in UTF-8 if requests that share a long text would each encode it. */
export type ResponseBody = string | Buffer

/** C4.6: tells the domain that the caller of this request has seen a record. */
type Seen = (context: Context) => void

interface WrittenField {
  readonly text: string
  readonly seen?: Seen
}

/** A root field: how it is read, and how it is written. */
interface RootField {
  readonly label: string
  readonly length: number
  /** The requests that its filters and orders cost (C13.6). */
  readonly price: number
  read(context: Context, given: GivenValues): Promise<WrittenField>
}

interface Root {
  readonly key: string
  readonly field: GraphQLField<unknown, unknown>
  readonly nodes: readonly [FieldNode, ...FieldNode[]]
}

/** Reads the argument of a root field that is a slot, or that is the same for all requests. */
const createArgumentReader = (
  { slots }: Pick<Compilation, 'slots'>,
  node: ValueNode | undefined,
  fixed: unknown,
): ((given: GivenValues) => unknown) => {
  if (node?.kind !== Kind.VARIABLE || !slots.has(node.name.value)) return () => fixed
  const { value: name } = node.name
  return ({ variables }) => variables[name]
}

interface Compilation {
  readonly planning: Context
  readonly context: Context
  readonly info: Info
  readonly writers: WriterFactory
  readonly slots: ReadonlySet<string>
  readonly filters: CompileOptions['filters']
  /** The most bytes of the rows of a root field. The general way answers a larger query. */
  readonly atMost: number
}

const ID = { subject: 'id' }

const createInfo = (info: Info, parentType: GraphQLObjectType, { field, nodes }: Root): GraphQLResolveInfo =>
  // Plans read these members of the info only.
  ({
    ...info,
    parentType,
    fieldName: field.name,
    fieldNodes: nodes,
    returnType: field.type,
  }) as unknown as GraphQLResolveInfo

/** Cursors need dates. */
const hasPages = ({ related = [] }: Selection): boolean =>
  related.some(({ page, select }) => page !== undefined || hasPages(select))

const chooseTimes = (select: Selection): Times => (hasPages(select) ? 'dates' : 'texts')

/** The arguments of a root field, with slots in its filter. */
const readArguments = (
  { info: { variableValues }, filters }: Compilation,
  { key, field, nodes }: Root,
): Readonly<Record<string, unknown>> => {
  const args = getArgumentValues(field, nodes[0], variableValues)
  return Object.hasOwn(filters, key) ? { ...args, where: filters[key] } : args
}

const compileRow = async (
  compilation: Compilation,
  { parseId, plan }: ReadPlan & { readonly kind: 'row' },
  root: Root,
  info: GraphQLResolveInfo,
): Promise<Omit<RootField, 'label'>> => {
  const { field, nodes } = root
  const { planning, context, writers, atMost } = compilation
  if (isNonNullType(field.type)) throw new Irregular()
  const planned = await plan(planning, ID, info)
  const prepared = prepareRead(context.stores.reader, planned, chooseTimes(planned.query.select))
  const write = writers.createFieldWriter(field.type, nodes)
  const { id: fixed } = readArguments(compilation, root)
  const readId = createArgumentReader(compilation, findArgumentNode(nodes[0], 'id'), fixed)
  return {
    length: prepared.length,
    price: prepared.price,
    read: async (context, given) => {
      // The type of the argument makes the value a text.
      const id = parseId(readId(given) as string)
      const within = withAudit(context, field.name)
      const [row = null] = id === null ? [] : await prepared.run(within, { [ID.subject]: id }, atMost)
      const text = write(row, context)
      return { text, ...(row && { seen: (reading) => planned.seen?.(reading, row) }) }
    },
  }
}

const compileRows = async (
  compilation: Compilation,
  plan: (ReadPlan & { readonly kind: 'first row' })['plan'],
  root: Root,
  info: GraphQLResolveInfo,
): Promise<Omit<RootField, 'label'>> => {
  const { key, field, nodes } = root
  const { planning, context, writers, atMost } = compilation
  const planned = await plan(planning, readArguments(compilation, root) as never, info)
  const times = chooseTimes(planned.query.select)
  const prepared: PreparedRead = prepareRead(context.stores.reader, planned, times)
  const write = writers.createFieldWriter(field.type, nodes)
  const isMany = isList(field.type)
  return {
    length: prepared.length,
    price: prepared.price,
    read: async (context, { filters }) => {
      const rows = await prepared.run(withAudit(context, field.name), filters[key]?.values ?? {}, atMost)
      return { text: write(isMany ? rows : (rows[0] ?? null), context) }
    },
  }
}

const compilePages = async (
  compilation: Compilation,
  { planPages }: ReadPlan & { readonly kind: 'list' },
  root: Root,
  info: GraphQLResolveInfo,
): Promise<Omit<RootField, 'label'>> => {
  const { key, field, nodes } = root
  const { planning, context, writers, atMost } = compilation
  const args = readArguments(compilation, root)
  const planned = await planPages(planning, args as never, info)
  const prepared = preparePages(context.stores.reader, planned, {
    isCounted: isSelected(['totalCount'], info),
  })
  const write = writers.createFieldWriter(field.type, nodes)
  // `planPages` has refused the pages before a cursor.
  const { first, after: fixed } = parsePage(args)
  const readAfter = createArgumentReader(compilation, findArgumentNode(nodes[0], 'after'), fixed)
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
      return { text: write(page, context) }
    },
  }
}

const compileField = (
  compilation: Compilation,
  plan: ReadPlan,
  ...[root, info]: readonly [Root, GraphQLResolveInfo]
): Promise<Omit<RootField, 'label'>> => {
  if (plan.kind === 'row') return compileRow(compilation, plan, root, info)
  if (plan.kind === 'first row') return compileRows(compilation, plan.plan, root, info)
  return isList(root.field.type)
    ? compileRows(compilation, plan.planRows, root, info)
    : compilePages(compilation, plan, root, info)
}

const compileRoot = async (
  compilation: Compilation,
  root: GraphQLObjectType,
  [key, nodes]: readonly [string, readonly [FieldNode, ...FieldNode[]]],
): Promise<RootField> => {
  const label = `${JSON.stringify(key)}:`
  const { value: name } = nodes[0].name
  if (name === '__typename')
    return { label, length: 0, price: 0, read: () => Promise.resolve({ text: JSON.stringify(root.name) }) }
  const field = root.getFields()[name]
  const plan = field && findReadPlan(field)
  if (field === undefined || plan === undefined) throw new Irregular()
  const found: Root = { key, field, nodes }
  const info = createInfo(compilation.info, root, found)
  return { label, ...(await compileField(compilation, plan, found, info)) }
}

interface Answer {
  readonly body: ResponseBody
  readonly seen: readonly Seen[]
}

/** A short text is sent together with the headers. */
const SHORT = 4_096

const createAnswer = async (
  fields: readonly RootField[],
  [context, given]: readonly [Context, GivenValues],
  cost: number,
): Promise<Answer> => {
  const written = await Promise.all(fields.map((field) => field.read(context, given)))
  const data = fields.map(({ label }, place) => label + String(written[place]?.text)).join(',')
  const text = `{"data":{${data}},"extensions":{"cost":${cost}}}`
  return {
    body: text.length > SHORT ? Buffer.from(text) : text,
    seen: written.flatMap(({ seen }) => seen ?? []),
  }
}

/** Compiled queries of the same caller with the same values that begin together share an answer. */
const createRun = (
  fields: readonly RootField[],
  slots: ReadonlySet<string>,
  cost: number,
): CompiledOperation['run'] => {
  const runs = new SharedRuns<Answer>()
  const names = [...slots]
  return async (context, given) => {
    const values = [names.map((name) => given.variables[name]), given.filters]
    const answer = await runs.run(context, values, () => createAnswer(fields, [context, given], cost))
    for (const see of answer.seen) see(context)
    return answer.body
  }
}

export interface CompileOptions {
  readonly schema: GraphQLSchema
  readonly document: DocumentNode
  readonly operation: OperationDefinitionNode
  readonly request: PreparedRequest
  readonly slots: ReadonlySet<string>
  /** For each key of the response, the filter of the field with slots in the place of values. */
  readonly filters: Readonly<Record<string, unknown>>
}

/** PostgreSQL plans the statements for each connection. Those of an ordinary query are shorter, and cost nothing. */
const CHARACTERS_PER_REQUEST = 8_192

/**
 * Compiles a query for callers with the rights of `context`, whose quota pays for long statements (C15.4).
 * @throws if only the general way can execute the query. @throws RateLimited if too few requests are left.
 */
export const compileOperation = async (
  { schema, document, operation, request, slots, filters }: CompileOptions,
  context: Context,
): Promise<CompiledOperation> => {
  const root = schema.getQueryType() as GraphQLObjectType
  const { variableValues } = request
  const info = { schema, fragments: indexFragments(document), variableValues } as unknown as Info
  const roots = [...collectFields(root, [operation], info)]
  const compilation: Compilation = {
    planning: createPlanningContext(context),
    context,
    info,
    writers: new WriterFactory(getPlans({ schema }), info),
    slots,
    filters,
    atMost: Math.floor(limitCompiled(context.settings) / roots.length),
  }
  const fields = await Promise.all(roots.map((each) => compileRoot(compilation, root, each)))
  const length = fields.reduce((sum, field) => sum + field.length, 0)
  await context.quota.charge(Math.floor(length / CHARACTERS_PER_REQUEST) * PRICES.compiledStatements)
  const { cost } = request
  const price = fields.reduce((sum, field) => sum + field.price, request.price)
  return { cost, price, fields: request.fields, run: createRun(fields, slots, cost) }
}
