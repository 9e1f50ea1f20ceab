/** The part of the model for tools (GET /api/model) from which types come. */
export interface ContentModel {
  readonly types: readonly unknown[]
}

const TYPES = `
/** A content type: ContentType<'Article'>. Without a name, any of them. */
export type ContentType<Name extends TypeName = TypeName> = Extract<(typeof model.types)[number], { readonly name: Name }>

/** The name of a content type. */
export type TypeName = (typeof model.types)[number]['name']

/** A field of a type: Field<'Article', 'title'>. Without a name, any of the type. */
export type Field<Name extends TypeName = TypeName, Wanted extends FieldName<Name> = FieldName<Name>> = Extract<
  ContentType<Name>['fields'][number],
  { readonly name: Wanted }
>

/** The name of a field of a type. */
export type FieldName<Name extends TypeName = TypeName> = ContentType<Name>['fields'][number]['name']

/** The name of a filter of the lists of a type. */
export type FilterName<Name extends TypeName = TypeName> = ContentType<Name>['filters'][number]['name']

/** A field by which lists of a type can be ordered. */
export type OrderName<Name extends TypeName = TypeName> = ContentType<Name>['orders'][number]

/** What the actions of a record of a type can be. */
export type Action<Name extends TypeName = TypeName> = ContentType<Name>['actions'][number]
`

/** TypeScript: `model` has the content model of a service, and the types have the names in it. */
export const writeModelTypes = (model: ContentModel): string =>
  `/** The content model of the service, for forms, lists and filters. */
export const model = ${JSON.stringify(model, null, 2)} as const
${TYPES}`
