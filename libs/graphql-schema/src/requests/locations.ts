import { GraphQLError, parse, type ASTNode, type DocumentNode } from 'graphql'

type Pairs = ReadonlyMap<unknown, ASTNode>

/** Walks two trees of one text at the same time. */
const pairNodes = (bare: object, located: object, pairs: Map<unknown, ASTNode>): Map<unknown, ASTNode> => {
  if ('kind' in bare) pairs.set(bare, located as ASTNode)
  for (const [name, member] of Object.entries(bare)) {
    const other = (located as Readonly<Record<string, unknown>>)[name]
    if (typeof member === 'object' && member !== null) pairNodes(member, other as object, pairs)
  }
  return pairs
}

const locate = (error: GraphQLError, pairs: Pairs): GraphQLError => {
  const nodes = error.nodes?.flatMap((node) => pairs.get(node) ?? [])
  if (!nodes?.length) return error
  const { message, path, originalError, extensions } = error
  return new GraphQLError(message, { nodes, path, originalError, extensions })
}

/**
 * C5.11: adds the places in the text to the errors. The cached document has no places, because they take two thirds of
 * its memory, so that the function parses the text again.
 */
export const locateErrors = (
  errors: readonly GraphQLError[],
  document: DocumentNode,
  query: string,
): readonly GraphQLError[] => {
  // A long document is not cached, and has its places.
  if (errors.length === 0 || document.loc !== undefined) return errors
  const pairs = pairNodes(document, parse(query), new Map())
  return errors.map((error) => locate(error, pairs))
}
