import type { DirectiveNode, SchemaLike } from './schema-like.ts'

/** The part of a definition in SDL that can have directives, or parts with directives. */
interface Definition {
  readonly kind?: string
  readonly name?: { readonly value: string }
  readonly directives?: readonly DirectiveNode[]
  readonly fields?: readonly Definition[]
  readonly arguments?: readonly Definition[]
  readonly values?: readonly Definition[]
}

interface Defined {
  readonly astNode?: Definition | null
  readonly extensionASTNodes?: readonly Definition[]
}

/**
 * A schema can define a directive for other places than fields, and there it would protect nothing.
 * @throws {TypeError} if the directive stands on a type, an argument, an input field or an enum value.
 */
export function refuseMisplaced(schema: SchemaLike, directive: string): void {
  const visit = (node: Definition, place: string): void => {
    const isHere = node.directives?.some(({ name }) => name.value === directive)
    if (isHere && node.kind !== 'FieldDefinition')
      throw new TypeError(
        `@${directive} on ${place} protects nothing. Write it on each field of an object type or an interface.`,
      )
    for (const part of [node.fields, node.arguments, node.values].flat())
      if (part) visit(part, `${place}.${part.name?.value}`)
  }
  for (const defined of [schema, ...Object.values(schema.getTypeMap())] as readonly Defined[])
    for (const node of [defined.astNode, ...(defined.extensionASTNodes ?? [])])
      if (node) visit(node, node.name?.value ?? 'the schema')
}
