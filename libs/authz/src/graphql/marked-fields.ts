import { refuseMisplaced } from './misplaced.ts'
import {
  type DirectiveNode,
  type FieldLike,
  type SchemaLike,
  type TypeWithFields,
  directivesOn,
  findField,
  listInterfaces,
  typesWithFields,
  writeDirective,
} from './schema-like.ts'

/** A field with a directive, which stands on the field or on the same field of an interface of its type. */
export interface MarkedField {
  readonly type: TypeWithFields
  readonly field: FieldLike
  readonly directive: DirectiveNode
}

/**
 * All fields with a directive, of object types and interfaces.
 * @throws {TypeError} if the field of a type and the field of its interface have different arguments, or if the directive
 * stands in another place than on a field.
 */
export function markedFields(schema: SchemaLike, name: string): readonly MarkedField[] {
  refuseMisplaced(schema, name)
  return typesWithFields(schema).flatMap((type) =>
    Object.values(type.getFields()).flatMap((field) => {
      const directive = findDirective(type, field, name)
      return directive ? [{ type, field, directive }] : []
    }),
  )
}

function findDirective(type: TypeWithFields, field: FieldLike, name: string): DirectiveNode | undefined {
  const [first, ...others] = [type, ...listInterfaces(type)].flatMap((owner) =>
    directivesOn(findField(owner, field.name), name).map((node) => ({
      node,
      text: writeDirective(node),
      place: `${owner.name}.${field.name}`,
    })),
  )
  const other = others.find(({ text }) => text !== first?.text)
  if (first && other)
    throw new TypeError(
      `${first.text} on ${first.place} differs from ${other.text} on ${other.place}, and both are for ${type.name}.${field.name}. Use the same arguments.`,
    )
  return first?.node
}
