import {
  Kind,
  parse,
  parseConstValue,
  parseType,
  type DefinitionNode,
  type FieldDefinitionNode,
  type InputValueDefinitionNode,
  type ScalarTypeDefinitionNode,
  type TypeNode,
} from 'graphql'

/** Locations in a text would only take memory. */
export const NO_LOCATION = { noLocation: true }

const toName = (value: string) => ({ kind: Kind.NAME, value }) as const

const toNamedType = (name: string) => ({ kind: Kind.NAMED_TYPE, name: toName(name) }) as const

/** An empty description is none. */
const describe = (name: string, about: string) => ({
  name: toName(name),
  description: about === '' ? undefined : ({ kind: Kind.STRING, value: about } as const),
})

/** Few types have many references; a reference that was read is not read again. */
const known = new Map<string, TypeNode>()

const readType = (text: string): TypeNode => {
  const type = known.get(text) ?? parseType(text, NO_LOCATION)
  known.set(text, type)
  return type
}

/** An argument of a field, or a member of an input; `type` is a reference such as `[ID!]`. */
export const inputValue = (name: string, type: string, about = '') =>
  ({ kind: Kind.INPUT_VALUE_DEFINITION, ...describe(name, about), type: readType(type) }) as const

/** The default is a value such as `20` or `ASC`. */
export const withDefault = (value: InputValueDefinitionNode, initial: string) => ({
  ...value,
  defaultValue: parseConstValue(initial, NO_LOCATION),
})

/** `type` is a reference such as `[Article!]!`. */
export const field = (
  name: string,
  type: string,
  about: string,
  args: readonly InputValueDefinitionNode[] = [],
) =>
  ({ kind: Kind.FIELD_DEFINITION, ...describe(name, about), type: readType(type), arguments: args }) as const

/** Reads the directives of a definition, such as `@auth(role: READER)`. */
export const readDirectives = (text: string) => {
  const { definitions } = parse(`scalar Marked ${text}`, NO_LOCATION)
  // The text is one scalar.
  const [scalar] = definitions as readonly ScalarTypeDefinitionNode[]
  return { directives: scalar?.directives }
}

export const objectType = (
  name: string,
  about: string,
  fields: readonly FieldDefinitionNode[],
  interfaces: readonly string[] = [],
) => {
  const described = { ...describe(name, about), interfaces: interfaces.map(toNamedType) }
  return { kind: Kind.OBJECT_TYPE_DEFINITION, ...described, fields } as const
}

export const inputType = (name: string, about: string, fields: readonly InputValueDefinitionNode[]) =>
  ({ kind: Kind.INPUT_OBJECT_TYPE_DEFINITION, ...describe(name, about), fields }) as const

/** `described` has the descriptions of words that have one. */
export const enumType = (
  name: string,
  about: string,
  words: readonly string[],
  described: Readonly<Record<string, string>> = {},
) => {
  const values = words.map(
    (word) => ({ kind: Kind.ENUM_VALUE_DEFINITION, ...describe(word, described[word] ?? '') }) as const,
  )
  return { kind: Kind.ENUM_TYPE_DEFINITION, ...describe(name, about), values } as const
}

export const unionType = (name: string, types: readonly string[]) =>
  ({ kind: Kind.UNION_TYPE_DEFINITION, name: toName(name), types: types.map(toNamedType) }) as const

/** Changes the fields of an object or an interface; other definitions stay as they are. */
export const withFields = (
  definition: DefinitionNode,
  change: (fields: readonly FieldDefinitionNode[]) => readonly FieldDefinitionNode[],
): DefinitionNode =>
  definition.kind === Kind.OBJECT_TYPE_DEFINITION || definition.kind === Kind.INTERFACE_TYPE_DEFINITION
    ? { ...definition, fields: change(definition.fields ?? []) }
    : definition
