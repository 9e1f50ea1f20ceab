export interface Reference {
  readonly $ref: string
}

/** The target of a reference; any other value unchanged. */
export type Resolve = <Value extends object>(given: Value | Reference) => Value

const findTarget = (document: object, { $ref }: Reference): unknown =>
  $ref
    .split('/')
    .slice(1)
    // The document is JSON: a value with members is an object.
    .reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], document)

/** Follows references. swagger-parser has checked that each reference leads to a value of the expected type. */
export const createResolver =
  (document: object): Resolve =>
  (given) =>
    '$ref' in given && typeof given.$ref === 'string'
      ? (findTarget(document, { $ref: given.$ref }) as never)
      : (given as never)
