import type { Problem } from '@content-service/domain'
import { BREAK, GraphQLError, Kind, visit, type ASTNode, type DocumentNode } from 'graphql'

type Path = Problem['path']

/** `input.users[1].email` */
const formatPath = (path: Path): string =>
  path
    .map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index > 0 ? '.' : ''}${step}`))
    .join('')

/** C2.3: describes the problem of a variable's value; its path begins with the variable's name. */
export const describeWrongVariable = (problem: Problem): GraphQLError =>
  new GraphQLError(`The variable $${formatPath(problem.path)} is not valid: ${problem.message}`, {
    extensions: { code: 'BAD_USER_INPUT', problems: [problem] },
  })

/** The step that a part of the document adds to a path; none for a part that only contains others. */
const getStep = (part: ASTNode | readonly ASTNode[]): Path => {
  if (!('kind' in part)) return []
  if (part.kind === Kind.ARGUMENT || part.kind === Kind.OBJECT_FIELD) return [part.name.value]
  return part.kind === Kind.VARIABLE_DEFINITION ? [`$${part.variable.name.value}`] : []
}

/** The place of a literal: in an argument, or in the default of a variable. */
const findPath = (literal: ASTNode, document: DocumentNode): Path => {
  let found: Path = []
  visit(document, {
    // eslint-disable-next-line max-params -- the signature of visitors of graphql
    enter: (node, _key, parent, keys, ancestors) => {
      if (node !== literal) return undefined
      // Ancestors begin with the document, and end before the parent.
      const parts = [...ancestors.slice(1), parent ?? document, node]
      // `values` contains the members of a list, whose keys are their indices.
      found = parts.flatMap((part, at) => (keys[at - 1] === 'values' ? [keys[at] as number] : getStep(part)))
      return BREAK
    },
  })
  return found
}

/** C2.3: describes the problem of a literal of a custom scalar; its path begins with the argument. */
export const describeWrongLiteral = (
  error: GraphQLError,
  message: string,
  document: DocumentNode,
): GraphQLError => {
  const [literal] = error.nodes ?? []
  const path = literal ? findPath(literal, document) : []
  const { source, positions } = error
  return new GraphQLError(
    path.length > 0 ? `The value of ${formatPath(path)} is not valid: ${message}` : message,
    {
      nodes: error.nodes ?? null,
      source: source ?? null,
      positions: positions ?? null,
      extensions: { code: 'BAD_USER_INPUT', problems: [{ path, message }] },
    },
  )
}
