/**
 * The part of graphql-js (15 to 17) that this module uses. The module imports nothing from graphql-js, so any copy
 * works.
 */
export interface DirectiveNode {
  readonly name: { readonly value: string }
  readonly arguments?: readonly {
    readonly name: { readonly value: string }
    readonly value: { readonly value?: unknown }
  }[]
}

export type Resolver = (source: unknown, args: unknown, context: unknown, info: unknown) => unknown

export interface FieldLike {
  readonly name: string
  resolve?: Resolver | null | undefined
  subscribe?: Resolver | null | undefined
  readonly astNode?: { readonly directives?: readonly DirectiveNode[] | undefined } | null | undefined
}

type RootType = { readonly name: string } | null | undefined

export interface SchemaLike {
  getTypeMap(): Readonly<Record<string, unknown>>
  getQueryType(): RootType
  getMutationType(): RootType
  getSubscriptionType(): RootType
}

export type Fields = Record<string, FieldLike>

/** An object type or an interface type. Only these types have interfaces. */
export interface TypeWithFields {
  readonly name: string
  getFields(): Fields
  getInterfaces(): readonly TypeWithFields[]
}

export const typesWithFields = (schema: SchemaLike): readonly TypeWithFields[] =>
  Object.values(schema.getTypeMap()).filter(
    (type): type is TypeWithFields =>
      typeof (type as Partial<TypeWithFields>).getInterfaces === 'function' &&
      !(type as TypeWithFields).name.startsWith('__'),
  )

/** GraphQL calls the resolvers of object types, and never those of interfaces. */
export const isObjectType = (type: TypeWithFields): boolean => 'isTypeOf' in type

/** All interfaces of a type, and their interfaces. */
export function listInterfaces(type: TypeWithFields): readonly TypeWithFields[] {
  const found = new Set(type.getInterfaces())
  for (const each of found) for (const parent of each.getInterfaces()) found.add(parent)
  return [...found]
}

export const findField = (type: TypeWithFields, name: string): FieldLike | undefined =>
  Object.getOwnPropertyDescriptor(type.getFields(), name)?.value

export const directivesOn = (field: FieldLike | undefined, name: string): readonly DirectiveNode[] =>
  (field?.astNode?.directives ?? []).filter((directive) => directive.name.value === name)

export const readArgument = (directive: DirectiveNode, name: string): string =>
  String(directive.arguments?.find((argument) => argument.name.value === name)?.value.value)

/** `@auth(role: EDITOR)`. */
export const writeDirective = ({ name, arguments: given = [] }: DirectiveNode): string => {
  const list = given.map((argument) => `${argument.name.value}: ${String(argument.value.value)}`)
  return `@${name.value}${list.length > 0 ? `(${list.join(', ')})` : ''}`
}

/**
 * The resolver of a field. Without a resolver, it reads or calls the member with the field's name, as graphql-js
 * does.
 */
export const findResolver = (field: FieldLike, member: 'resolve' | 'subscribe' = 'resolve'): Resolver =>
  field[member] ??
  ((source, args, context, info) => {
    const value = (source as Record<string, unknown> | null | undefined)?.[field.name]
    return typeof value === 'function' ? value.call(source, args, context, info) : value
  })
