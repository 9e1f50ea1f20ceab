import { computeSkippingPrice } from '@content-service/domain/internal/context'
import { MAX_OFFSET } from '@content-service/domain/internal/reading'
import {
  getArgumentValues,
  getNamedType,
  isAbstractType,
  isObjectType,
  visit,
  type ASTNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLError,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type OperationDefinitionNode,
} from 'graphql'
import { collectFields, isList, type Info } from '../../reading/collected-fields.ts'
import { getPlans, type Plans } from '../../reading/plans.ts'
import { usesVariables } from '../../reading/variables-in.ts'
import { tooComplex } from './guards.ts'

/** C5.8: the assumed length of lists without a page size, such as those of introspection. */
const UNPAGED = 5
/** C16.1: the assumed number of records to which a link in the parts of a record leads. */
const IN_PARTS = 20
/** The same below such a link. Each level can multiply the records by 1,000, so that a request has at most two levels. */
const BELOW_LINKED = 50
const [LEAST_PAGE, LARGEST_PAGE] = [1, 100]

interface PageArguments {
  readonly limit?: number | null
  readonly first?: number | null
  readonly last?: number | null
  readonly offset?: number | null
  readonly pagination?: { readonly page?: number | null; readonly limit?: number | null } | null
}

const PAGE_ARGUMENTS: ReadonlySet<string> = new Set(['limit', 'first', 'last', 'pagination'])

/** Whether the cost of the operations in a document is the same for all variables. */
export const hasFixedCost = (document: DocumentNode): boolean => {
  let isFixed = true
  const check = (node: ASTNode) => {
    if (usesVariables(node)) isFixed = false
  }
  visit(document, {
    Directive: check,
    Argument: (node) =>
      PAGE_ARGUMENTS.has(node.name.value) || node.name.value === 'offset' ? check(node) : undefined,
  })
  return isFixed
}

/** A page size out of range is BAD_USER_INPUT when the field is read, so that it does not count as cost. */
const limitToRange = (size: number): number => Math.min(Math.max(size, LEAST_PAGE), LARGEST_PAGE)

interface Page {
  /** The most records. */
  readonly size: number
  /** The rows before the page. */
  readonly skipped: number
}

/** The page of a field by its arguments; null for a field without a page size. */
const findPage = (field: GraphQLField<unknown, unknown>, node: FieldNode, info: Info): Page | null => {
  const takesPages = field.args.some(({ name }) => PAGE_ARGUMENTS.has(name))
  if (!takesPages) return null
  const args = getArgumentValues(field, node, info.variableValues) as PageArguments
  const { limit, first, last, pagination, offset } = args
  const size = limitToRange(pagination?.limit ?? last ?? first ?? limit ?? 20)
  const skipped = pagination ? ((pagination.page ?? 1) - 1) * size : (offset ?? 0)
  // The list is refused, and skips nothing.
  return { size, skipped: skipped > MAX_OFFSET ? 0 : skipped }
}

class TooCostly extends Error {}

type Selected = readonly Pick<FieldNode, 'selectionSet'>[]

/** The number of times that an object is in the answer, and the page size of a connection for its edges. */
interface Place {
  readonly times: number
  readonly page: number | null
  /** Whether a link in the parts of a record leads there. */
  readonly isBelowLinked?: boolean
}

/** Adds up the objects of an answer, and stops when there are too many. */
class CostMeter {
  total = 0
  price = 0
  readonly #info: Info
  readonly #plans: Plans
  readonly #most: number

  constructor(info: Info, most: number) {
    this.#info = info
    this.#plans = getPlans(info) ?? {}
    this.#most = most
  }

  /** The selection on an object of this type. */
  add(type: GraphQLObjectType, nodes: Selected, place: Place): void {
    const isInPart = this.#plans[type.name]?.isPart === true
    for (const [, selected] of collectFields(type, nodes, this.#info)) {
      const field = this.#info.schema.getField(type, selected[0].name.value)
      if (field) this.#addField(field, selected, { ...place, isInPart })
    }
  }

  #addField(
    field: GraphQLField<unknown, unknown>,
    nodes: readonly [FieldNode, ...FieldNode[]],
    { times, page, isBelowLinked = false, isInPart }: Place & { readonly isInPart: boolean },
  ): void {
    const members = this.#objectsIn(getNamedType(field.type))
    if (members.length === 0) return
    if (this.#plans[members[0]?.name ?? '']?.isPart)
      return this.#addParts(members, nodes, { times, page, isBelowLinked })
    const found = findPage(field, nodes[0], this.#info)
    const own = found?.size ?? null
    const linked = isInPart ? (isBelowLinked ? BELOW_LINKED : IN_PARTS) : 1
    const objects = times * (isList(field.type) ? (own ?? page ?? UNPAGED) : linked)
    this.#count(objects)
    this.price += computeSkippingPrice(found?.skipped ?? 0, times)
    const below = { times: objects, isBelowLinked: isBelowLinked || isInPart }
    this.#addCostliest(members, nodes, { ...below, page: isList(field.type) ? null : own })
  }

  /** C16.1: parts cost nothing. Blocks of all types can be there. */
  #addParts(members: readonly GraphQLObjectType[], nodes: Selected, place: Place): void {
    for (const member of members) this.add(member, nodes, place)
  }

  /** Each object of a union or interface is one of its members. */
  #addCostliest(members: readonly GraphQLObjectType[], nodes: Selected, place: Place): void {
    const before = this.total
    const totals = members.map((member) => {
      this.total = before
      this.add(member, nodes, place)
      return this.total
    })
    this.total = Math.max(...totals)
  }

  #objectsIn(type: GraphQLNamedType): readonly GraphQLObjectType[] {
    if (isObjectType(type)) return [type]
    return isAbstractType(type) ? this.#info.schema.getPossibleTypes(type) : []
  }

  #count(objects: number): void {
    this.total += objects
    if (this.total > this.#most) throw new TooCostly()
  }
}

/** The cost of a request, and the requests that it costs in addition (C12.12). */
export interface Cost {
  readonly cost: number
  readonly price: number
}

/** C5.8: the most objects of the answer, or the error that there are too many. */
export const computeCost = (
  root: GraphQLObjectType,
  operation: OperationDefinitionNode,
  { info, most }: { readonly info: Info; readonly most: number },
): Cost | GraphQLError => {
  const meter = new CostMeter(info, most)
  try {
    meter.add(root, [operation], { times: 1, page: null })
    return { cost: meter.total, price: meter.price }
  } catch (error) {
    if (!(error instanceof TooCostly)) throw error
    return tooComplex(
      `The response could contain more than ${most} objects. Request smaller pages, or fewer nested lists.`,
    )
  }
}
