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
  const visit = (node: Definition, owners: readonly Definition[]): void => {
    const isHere = node.directives?.some(({ name }) => name.value === directive)
    if (isHere && node.kind !== 'FieldDefinition')
      throw new TypeError(
        `@${directive} on ${namePlace([...owners, node])} protects nothing. Write it on each field of an object type or an interface.`,
      )
    const path = [...owners, node]
    for (const parts of [node.fields, node.arguments, node.values])
      if (parts) for (const part of parts) visit(part, path)
  }
  for (const defined of [schema, ...Object.values(schema.getTypeMap())] as readonly Defined[])
    for (const node of [defined.astNode, ...(defined.extensionASTNodes ?? [])]) if (node) visit(node, [])
}

/** `Recipe.title` for the field of a type. A definition of the whole schema has no name. */
function namePlace([first, ...parts]: readonly Definition[]): string {
  return [first?.name?.value ?? 'the schema', ...parts.map(({ name }) => name?.value)].join('.')
}
