import {
  Kind,
  parse,
  print,
  type DefinitionNode,
  type FieldDefinitionNode,
  type InputValueDefinitionNode,
} from 'graphql'

/** A schema as lines for a comparison: the place (`User.email`) and its type (`String!`). */
export type SchemaLines = ReadonlyMap<string, string>
type Line = readonly [string, string]

const valueLine = (place: string, { type, defaultValue }: InputValueDefinitionNode): Line => [
  place,
  print(type) + (defaultValue ? ` = ${print(defaultValue)}` : ''),
]

const fieldLines = (
  type: string,
  { name, type: shows, arguments: args = [] }: FieldDefinitionNode,
): Line[] => {
  const place = `${type}.${name.value}`
  return [[place, print(shows)], ...args.map((arg) => valueLine(`${place}(${arg.name.value}:)`, arg))]
}

const names = (
  nodes: readonly { readonly name: { readonly value: string } }[] = [],
  between: string,
): string =>
  nodes
    .map(({ name }) => name.value)
    .toSorted()
    .join(between)

const listLines = (node: DefinitionNode): readonly Line[] => {
  switch (node.kind) {
    case Kind.SCALAR_TYPE_DEFINITION:
      return [[node.name.value, 'scalar']]
    case Kind.ENUM_TYPE_DEFINITION:
      return [[node.name.value, `enum ${names(node.values, ' ')}`]]
    case Kind.UNION_TYPE_DEFINITION:
      return [[node.name.value, `union ${node.types?.map(print).toSorted().join(' | ')}`]]
    case Kind.INPUT_OBJECT_TYPE_DEFINITION:
      return (node.fields ?? []).map((field) => valueLine(`${node.name.value}.${field.name.value}`, field))
    case Kind.INTERFACE_TYPE_DEFINITION:
    case Kind.OBJECT_TYPE_DEFINITION:
      return [
        ...(node.interfaces ?? []).map(({ name }): Line => [
          `${node.name.value} implements ${name.value}`,
          '',
        ]),
        ...(node.fields ?? []).flatMap((field) => fieldLines(node.name.value, field)),
      ]
    case Kind.DIRECTIVE_DEFINITION:
      return [[`@${node.name.value}`, names(node.arguments, ' ')]]
    default:
      return []
  }
}

export const schemaLines = (sdl: string): SchemaLines => new Map(parse(sdl).definitions.flatMap(listLines))
