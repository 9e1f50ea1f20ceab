import {
  Kind,
  type GraphQLError,
  visit,
  type DocumentNode,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
  type SelectionNode,
} from 'graphql'
import { tooComplex, type DocumentGuard } from './guards.ts'

const listFragments = ({ definitions }: DocumentNode): readonly FragmentDefinitionNode[] =>
  definitions.filter((each) => each.kind === Kind.FRAGMENT_DEFINITION)

const listOperations = ({ definitions }: DocumentNode): readonly OperationDefinitionNode[] =>
  definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION)

/** Measures each fragment once for any number of spreads, so that the time is proportional to the document's length. */
class DepthGauge {
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>
  readonly #known = new Map<string, number>()

  constructor(document: DocumentNode) {
    this.#fragments = new Map(listFragments(document).map((fragment) => [fragment.name.value, fragment]))
  }

  below(selections: readonly SelectionNode[]): number {
    return Math.max(0, ...selections.map((selection) => this.#of(selection)))
  }

  #of(selection: SelectionNode): number {
    if (selection.kind === Kind.FRAGMENT_SPREAD) return this.#ofFragment(selection.name.value)
    if (selection.kind === Kind.INLINE_FRAGMENT) return this.below(selection.selectionSet.selections)
    // Introspection does not count.
    return selection.name.value.startsWith('__')
      ? 0
      : 1 + this.below(selection.selectionSet?.selections ?? [])
  }

  #ofFragment(name: string): number {
    const depth =
      this.#known.get(name) ?? this.below(this.#fragments.get(name)?.selectionSet.selections ?? [])
    this.#known.set(name, depth)
    return depth
  }
}

/** C5.8: the levels of nested fields, for a document without cycles of fragments. */
export const findDepthProblem: DocumentGuard = (document, { depth: most }) => {
  const gauge = new DepthGauge(document)
  const depth = Math.max(
    0,
    ...listOperations(document).map((each) => gauge.below(each.selectionSet.selections)),
  )
  return depth <= most
    ? null
    : tooComplex(
        `The document is ${depth} fields deep; the limit is ${most}. Read deeper fields in a second request, by id.`,
      )
}

/** C5.8: the aliases at all places of the document. */
export const findAliasProblem: DocumentGuard = (document, { aliases: most }) => {
  let aliases = 0
  visit(document, { Field: ({ alias }) => void (aliases += alias ? 1 : 0) })
  return aliases <= most
    ? null
    : tooComplex(`The document has ${aliases} aliases; the limit is ${most}. Send several requests.`)
}

const SEARCH_FIELDS: ReadonlySet<string> = new Set(['search', 'searchAll', 'searchUsers'])
const MOST_SEARCHES = 10

/** C12.12: the searches of the complete document. */
export const findSearchProblem = (document: DocumentNode): GraphQLError | null => {
  let searches = 0
  visit(document, { Field: ({ name }) => void (searches += SEARCH_FIELDS.has(name.value) ? 1 : 0) })
  return searches <= MOST_SEARCHES
    ? null
    : tooComplex(
        `The document has ${searches} search fields; the limit is ${MOST_SEARCHES}. Send several requests.`,
      )
}
