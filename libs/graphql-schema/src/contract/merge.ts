import type { NameNode, StringValueNode } from 'graphql'

interface Named {
  readonly name: NameNode
  readonly description?: StringValueNode | undefined
}

const LISTS = ['fields', 'values', 'types'] as const

/** A type definition; its kind has one of the lists of members. */
type Definition = Named & { readonly [list in (typeof LISTS)[number]]?: readonly Named[] | undefined }

export const byName = <Node extends Named>(nodes: readonly Node[]): ReadonlyMap<string, Node> =>
  new Map(nodes.map((node) => [node.name.value, node]))

/** The nodes, and behind them those of the others whose names they do not have. */
export const addMissing = <Node extends Named>(nodes: readonly Node[], others: readonly Node[]) => {
  const known = byName(nodes)
  return [...nodes, ...others.filter(({ name }) => !known.has(name.value))]
}

/** A written member without a description is the place of the declared member. */
const mergeMembers = (written: readonly Named[], declared: readonly Named[]) => {
  const known = byName(declared)
  const filled = written.map((each) => (each.description ? each : (known.get(each.name.value) ?? each)))
  return addMissing(filled, declared)
}

/** A definition that is written by hand, with what a declaration of the same kind adds. What is written holds. */
export const mergeDefinition = <Node extends Definition>(written: Node, declared: Definition): Node => {
  const description = written.description ?? declared.description
  const lists = LISTS.map((list) => [list, mergeMembers(written[list] ?? [], declared[list] ?? [])] as const)
  return { ...written, description, ...Object.fromEntries(lists.filter(([list]) => declared[list])) }
}
