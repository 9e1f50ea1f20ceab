/** The part of a field of the content model (GET /api/model) that says how clients send its values. */
export interface ModelField {
  readonly name: string
  readonly kind: string
  readonly readOnly: boolean
  readonly link: { readonly attribute: string; readonly many: boolean } | null
  readonly fields: readonly ModelField[] | null
  readonly item: ModelField | null
  readonly blocks: readonly ModelBlocks[] | null
}

/** One type of blocks. */
export interface ModelBlocks {
  readonly type: string
  readonly fields: readonly ModelField[]
}

/** A content type of the content model. */
export interface ModelType {
  readonly name: string
  readonly fields: readonly ModelField[]
}

type Values = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const readId = (linked: unknown): unknown => (isObject(linked) ? linked['id'] : linked)

const toValue = (field: ModelField, value: unknown): unknown => {
  if (value === null) return null
  if (field.link) return Array.isArray(value) ? value.map(readId) : readId(value)
  if (field.fields) return isObject(value) ? toMembers(field.fields, value) : value
  if (!Array.isArray(value)) return value
  if (field.item) return value.map((item) => toItem(field.item as ModelField, item))
  return field.blocks ? value.map((block: unknown) => toBlock(field, block)) : value
}

/** A part of a list keeps its key, so that the service knows which part it was. */
const readKey = ({ key }: Values): Values => (typeof key === 'string' ? { key } : {})

const toItem = (item: ModelField, value: unknown): unknown =>
  item.fields && isObject(value)
    ? { ...readKey(value), ...toMembers(item.fields, value) }
    : toValue(item, value)

const capitalize = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/** `RecipeBodyQuote` ends with the type `quote`; of two types that fit, the longer one. */
const findBlocks = ({ name, blocks }: ModelField, typename: unknown): ModelBlocks => {
  const found = (blocks ?? [])
    .filter(({ type }) => String(typename).endsWith(capitalize(type)))
    .toSorted((one, other) => other.type.length - one.type.length)[0]
  if (found) return found
  throw new TypeError(`A block of ${name} has the type ${String(typename)}. Select __typename of each block.`)
}

/** An input has the members of a block under the name of its type. */
const toBlock = (field: ModelField, block: unknown): unknown => {
  if (!isObject(block)) return block
  const { type, fields } = findBlocks(field, block['__typename'])
  return { [type]: { ...readKey(block), ...toMembers(fields, block) } }
}

const toMembers = (fields: readonly ModelField[], output: Values): Values =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const { name, readOnly, link } = field
      const isLeftOut = readOnly || !Object.hasOwn(output, name) || output[name] === undefined
      return isLeftOut ? [] : [[link?.attribute ?? name, toValue(field, output[name])]]
    }),
  )

/**
 * Turns a record as GraphQL shows it into the members of its input: links become ids, blocks stand under the names of their types,
 * and what clients cannot set is left out. Fields that the record does not have are left out, too. Add `id`, and `version` to find
 * changes of others. Fields must have their own names (no aliases), links must have their `id`, and blocks their `__typename`.
 * @throws TypeError for a block without the name of its type.
 */
export const toInput = (
  type: ModelType,
  output: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> => toMembers(type.fields, output)
