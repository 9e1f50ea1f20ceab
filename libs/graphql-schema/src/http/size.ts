import {
  GraphQLError,
  Kind,
  type DocumentNode,
  type FragmentDefinitionNode,
  type SelectionNode,
} from 'graphql'

/** C5.8: more tokens are not parsed, and a parser cannot be nested deeper than they allow. */
export const MAX_TOKENS = 2_000
/** C5.8: fields below each other, fragments expanded; introspection is exempt. */
export const MAX_DEPTH = 12

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>

const depthOf = (selections: readonly SelectionNode[], fragments: Fragments): number =>
  Math.max(0, ...selections.map((selection) => depthBelow(selection, fragments)))

const depthBelow = (selection: SelectionNode, fragments: Fragments): number => {
  if (selection.kind === Kind.FRAGMENT_SPREAD)
    return depthOf(fragments.get(selection.name.value)?.selectionSet.selections ?? [], fragments)
  const below = depthOf(selection.selectionSet?.selections ?? [], fragments)
  if (selection.kind === Kind.INLINE_FRAGMENT) return below
  return selection.name.value.startsWith('__') ? 0 : 1 + below
}

/** For a document that is valid, whose fragments therefore do not lead back to themselves. */
export const sizeProblem = (document: DocumentNode): GraphQLError | null => {
  const fragments: Fragments = new Map(
    document.definitions.flatMap((each) =>
      each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each] as const] : [],
    ),
  )
  const operations = document.definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION)
  const depth = Math.max(...operations.map((each) => depthOf(each.selectionSet.selections, fragments)))
  if (depth <= MAX_DEPTH) return null
  const message = `The document is ${depth} fields deep; at most ${MAX_DEPTH} are served. Ask for what lies deeper by its id.`
  return new GraphQLError(message, { extensions: { code: 'QUERY_TOO_COMPLEX' } })
}
