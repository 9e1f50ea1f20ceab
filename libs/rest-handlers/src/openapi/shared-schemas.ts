/** JSON Schema 2020-12, the dialect of OpenAPI 3.1. */
export type JsonSchema = object

/** Keywords that contain values instead of schemas. */
const VALUES = new Set(['examples', 'default', 'const', 'enum'])

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/**
 * Moves each schema with a title to the components, under its title, and leaves a reference in its place.
 * @throws if two schemas have the same title.
 */
export const shareSchemas = <Content>(
  given: Content,
): { readonly content: Content; readonly schemas: Readonly<Record<string, JsonSchema>> } => {
  const schemas = new Map<string, JsonSchema>()
  const share = (title: string, schema: JsonSchema): JsonSchema => {
    const known = schemas.get(title)
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema))
      throw new Error(`Two schemas have the title ${title}.`)
    schemas.set(title, schema)
    return { $ref: `#/components/schemas/${title}` }
  }
  const shared = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shared)
    if (!isObject(value)) return value
    const members = Object.entries(value).map(([name, member]) => [
      name,
      VALUES.has(name) ? member : shared(member),
    ])
    const { title, ...schema } = Object.fromEntries(members)
    return typeof title === 'string' ? share(title, schema) : Object.fromEntries(members)
  }
  // References take the places of schemas, which are any JSON.
  const content = shared(given) as Content
  return { content, schemas: Object.fromEntries([...schemas].sort()) }
}
