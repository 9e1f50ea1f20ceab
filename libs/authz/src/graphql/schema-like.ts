/** As much of graphql-js (15 to 17) as the transforms touch; they import nothing of it, so any copy will do. */
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

/** The fields of each object and interface type, by the type's name. */
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

/** What graphql-js does for a field without a resolver: read the member of that name, or call it. */
export const resolverOf = (field: FieldLike): Resolver =>
  field.resolve ??
  ((source, args, context, info) => {
    const value = (source as Record<string, unknown> | null | undefined)?.[field.name]
    return typeof value === 'function' ? value.call(source, args, context, info) : value
  })
