export interface Reference {
  readonly $ref: string
}

/** What a reference leads to; what is none, itself. */
export type Resolve = <Value extends object>(given: Value | Reference) => Value

const findTarget = (document: object, { $ref }: Reference): unknown =>
  $ref
    .split('/')
    .slice(1)
    // The document is JSON: what has members is an object.
    .reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], document)

/** That each reference of a document leads to what is expected of it, swagger-parser has seen. */
export const createResolver =
  (document: object): Resolve =>
  (given) =>
    '$ref' in given && typeof given.$ref === 'string'
      ? (findTarget(document, { $ref: given.$ref }) as never)
      : (given as never)
