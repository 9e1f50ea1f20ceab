import {
  Kind,
  parseConstValue,
  parseType,
  type ConstDirectiveNode,
  type EnumTypeDefinitionNode,
  type FieldDefinitionNode,
  type InputObjectTypeDefinitionNode,
  type InputValueDefinitionNode,
  type ObjectTypeDefinitionNode,
  type UnionTypeDefinitionNode,
} from 'graphql'

/** Places in a text would only take memory. */
export const WITHOUT_PLACES = { noLocation: true }

const toName = (value: string) => ({ kind: Kind.NAME, value }) as const

const toNamedType = (name: string) => ({ kind: Kind.NAMED_TYPE, name: toName(name) }) as const

/** An empty description is none. */
const describe = (name: string, about: string) => ({
  name: toName(name),
  description: about === '' ? undefined : ({ kind: Kind.STRING, value: about } as const),
})

const describeTyped = (name: string, type: string, about: string) => ({
  ...describe(name, about),
  type: parseType(type, WITHOUT_PLACES),
})

type InputValue = InputValueDefinitionNode

/** An argument of a field, or a member of an input; `type` is a reference such as `[ID!]`. */
export const inputValue = (name: string, type: string, about = ''): InputValue => ({
  kind: Kind.INPUT_VALUE_DEFINITION,
  ...describeTyped(name, type, about),
})

/** The default is a value such as `20` or `ASC`. */
export const withDefault = (value: InputValue, initial: string): InputValue => ({
  ...value,
  defaultValue: parseConstValue(initial, WITHOUT_PLACES),
})

/** `type` is a reference such as `[Article!]!`. */
export const field = (
  name: string,
  type: string,
  about: string,
  args: readonly InputValue[] = [],
): FieldDefinitionNode => ({
  kind: Kind.FIELD_DEFINITION,
  ...describeTyped(name, type, about),
  arguments: args,
})

/** `@auth(role: READER)`; the arguments are words of enums. */
export const directive = (name: string, args: Readonly<Record<string, string>> = {}): ConstDirectiveNode => ({
  kind: Kind.DIRECTIVE,
  name: toName(name),
  arguments: Object.entries(args).map(([argument, value]) => ({
    kind: Kind.ARGUMENT,
    name: toName(argument),
    value: { kind: Kind.ENUM, value },
  })),
})

export const objectType = (
  name: string,
  about: string,
  fields: readonly FieldDefinitionNode[],
  interfaces: readonly string[] = [],
): ObjectTypeDefinitionNode => ({
  kind: Kind.OBJECT_TYPE_DEFINITION,
  ...describe(name, about),
  interfaces: interfaces.map(toNamedType),
  fields,
})

export const inputType = (
  name: string,
  about: string,
  fields: readonly InputValue[],
): InputObjectTypeDefinitionNode => ({
  kind: Kind.INPUT_OBJECT_TYPE_DEFINITION,
  ...describe(name, about),
  fields,
})

export const enumType = (name: string, about: string, words: readonly string[]): EnumTypeDefinitionNode => ({
  kind: Kind.ENUM_TYPE_DEFINITION,
  ...describe(name, about),
  values: words.map((word) => ({ kind: Kind.ENUM_VALUE_DEFINITION, name: toName(word) })),
})

export const unionType = (name: string, types: readonly string[]): UnionTypeDefinitionNode => ({
  kind: Kind.UNION_TYPE_DEFINITION,
  name: toName(name),
  types: types.map(toNamedType),
})
