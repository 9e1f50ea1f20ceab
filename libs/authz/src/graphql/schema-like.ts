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
  readonly astNode?: { readonly directives?: readonly DirectiveNode[] | undefined } | null | undefined
}

export interface SchemaLike {
  getTypeMap(): Readonly<Record<string, unknown>>
}

type Fields = Record<string, FieldLike>

/** The name and the fields of each object and interface type. */
export function fieldsIn(schema: SchemaLike): [type: string, fields: Fields][] {
  return Object.entries(schema.getTypeMap()).flatMap(([name, type]): [string, Fields][] => {
    const { getFields } = type as { getFields?: () => Fields }
    return getFields && !name.startsWith('__') ? [[name, getFields.call(type)]] : []
  })
}

export const directiveOn = (field: FieldLike, name: string): DirectiveNode | undefined =>
  field.astNode?.directives?.find((directive) => directive.name.value === name)

export const argumentOf = (directive: DirectiveNode, name: string): unknown =>
  directive.arguments?.find((argument) => argument.name.value === name)?.value.value

/**
 * The resolver of a field. Without a resolver, it reads or calls the member with the field's name, as graphql-js
 * does.
 */
export const resolverOf = (field: FieldLike): Resolver =>
  field.resolve ??
  ((source, args, context, info) => {
    const value = (source as Record<string, unknown> | null | undefined)?.[field.name]
    return typeof value === 'function' ? value.call(source, args, context, info) : value
  })
