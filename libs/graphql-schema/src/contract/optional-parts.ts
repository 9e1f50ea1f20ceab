import type { ContentModel } from '@content-service/domain'
import { Kind, type DefinitionNode, type DirectiveNode, type FieldDefinitionNode } from 'graphql'
import { withFields } from './ast.ts'

/** Marks a part of the written contract that only models with the type have: `@of(type: "Article")`. */
const MARK = 'of'

interface Marked {
  readonly directives?: readonly DirectiveNode[] | undefined
}

const isMark = ({ name }: DirectiveNode): boolean => name.value === MARK

/** The name of the type to which the part belongs; null if every model has the part. */
const findOwner = ({ directives = [] }: Marked): string | null => {
  const value = directives.find(isMark)?.arguments?.[0]?.value
  return value?.kind === Kind.STRING ? value.value : null
}

const withoutMark = <Node extends Marked>(node: Node): Node =>
  findOwner(node) === null
    ? node
    : { ...node, directives: node.directives?.filter((directive) => !isMark(directive)) }

/** The members that the model has. */
type Select = <Node extends Marked>(nodes: readonly Node[]) => readonly Node[]

const createSelect = (model: ContentModel): Select => {
  const names = new Set(model.types.map(({ name }) => name))
  return (nodes) =>
    nodes
      .filter((node) => {
        const owner = findOwner(node)
        return owner === null || names.has(owner)
      })
      .map(withoutMark)
}

const ROOTS: ReadonlySet<string> = new Set(['Query', 'Mutation', 'Subscription'])

/** The definition with the members that the model has: a root field is an operation of the model. */
const selectMembers = (definition: DefinitionNode, model: ContentModel, select: Select): DefinitionNode => {
  if (definition.kind === Kind.ENUM_TYPE_DEFINITION)
    return { ...definition, values: select(definition.values ?? []) }
  const isRoot = 'name' in definition && ROOTS.has(definition.name?.value ?? '')
  const isServed = ({ name }: FieldDefinitionNode): boolean => !isRoot || model.hasOperation(name.value)
  return withFields(definition, (fields) => select(fields.filter(isServed)))
}

/** The definition without references to interfaces and members of unions that are not defined. */
const selectReferences = (definition: DefinitionNode, defined: ReadonlySet<string>): DefinitionNode => {
  if (definition.kind === Kind.UNION_TYPE_DEFINITION)
    return { ...definition, types: definition.types?.filter(({ name }) => defined.has(name.value)) }
  return definition.kind === Kind.OBJECT_TYPE_DEFINITION
    ? { ...definition, interfaces: definition.interfaces?.filter(({ name }) => defined.has(name.value)) }
    : definition
}

/** C15.23: the written contract without the parts of the types that a model leaves out. */
export const selectParts = (
  written: readonly DefinitionNode[],
  model: ContentModel,
): readonly DefinitionNode[] => {
  const select = createSelect(model)
  const definitions = select(written).map((each) => selectMembers(each, model, select))
  const defined = new Set(definitions.flatMap((each) => ('name' in each && each.name?.value) || []))
  return definitions.map((each) => selectReferences(each, defined))
}
