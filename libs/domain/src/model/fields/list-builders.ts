import {
  createListRule,
  createPartRule,
  createTypedPartRule,
  findKeysTwice,
  findTwice,
  withKey,
} from '../../rules/parts.ts'
import { build, type Exactly, type Options } from './build-field.ts'
import { type Field, type SetByService } from './field.ts'
import { isGroup } from './part-fields.ts'
import { createRule, isField, listRules, readMembers, splitMembers } from './member-rules.ts'
import type { BlocksField, BlockTypes, ListField } from './part-fields.ts'
import { PART_OPTIONS, type PartOptions } from './part-options.ts'

interface ListOptions extends PartOptions {
  /** The fewest items: none by default. A new record needs a list with `least`. */
  readonly least?: number
  /** The most items: 100 by default, and at most 1,000. */
  readonly most?: number
}

interface ItemOptions extends Omit<ListOptions, 'as'> {
  /** No value may be there twice. */
  readonly distinct?: true
  /** An index serves filters by the values. */
  readonly index?: true
}

const MOST_ITEMS = 100

type BuiltList<F, Given> = F &
  (Given extends { readonly least: number } ? unknown : { readonly initial: readonly [] }) &
  (Given extends { readonly setByOperation: true } | { readonly hidden: true } ? SetByService : unknown)

/** The bounds of a list, and the other options. */
const splitBounds = <Given extends ListOptions>({ least = 0, most = MOST_ITEMS, ...options }: Given) => ({
  bounds: { least, most },
  // The options of a builder are known to it.
  options: options as object as Options,
  schema: { type: 'array', ...(least > 0 && { minItems: least }), maxItems: most } as const,
  initial: least > 0 ? null : [],
})

/** The rule of an item, and what two items cannot have in common. `contentModel` reports an item that is no field. */
const createItemRules = (item: unknown, distinct: true | undefined) => {
  if (!isField(item)) return { item: (value: unknown) => value, findTwice: () => [] }
  return isGroup(item)
    ? { item: withKey(item.check), findTwice: findKeysTwice }
    : { item: createRule(item), findTwice: distinct ? findTwice : () => [] }
}

const readBounds = ({ schema: { minItems = 0, maxItems = MOST_ITEMS } }: Field) => ({
  least: minItems,
  most: maxItems,
})

/** The list with another item of the same kind. A list of groups has no `distinct`. */
export const replaceItem = (field: ListField, item: Field): ListField => {
  const check = createListRule({ ...readBounds(field), ...createItemRules(item, undefined) })
  // The rule follows from the item.
  return { ...field, item, check } as ListField
}

/** C16.1: a list of plain values or of groups, without a value by default: `list(line(40, …), { about: … })`. */
export const list = <const Item extends Field, const Given extends ItemOptions>(
  item: Item,
  given: Exactly<Given, ItemOptions>,
): BuiltList<ListField<Item>, Given> => {
  const { distinct, ...others }: ItemOptions = given ?? {}
  const { bounds, options, schema, initial } = splitBounds(others)
  const rule = createListRule({ ...bounds, ...createItemRules(item, distinct) })
  const values = {
    kind: 'list',
    schema: { ...schema, ...(distinct && { uniqueItems: true as const }) },
    check: rule,
  } as const
  const built: object = build(values, options, [...PART_OPTIONS, 'index'])
  return { ...built, item, initial } as never
}

const createBlocksRule = (types: BlockTypes, bounds: { readonly least: number; readonly most: number }) => {
  const rules = Object.entries(types).map(([type, members]) => [
    type,
    withKey(createPartRule(listRules(members))),
  ])
  const item = createTypedPartRule(Object.fromEntries(rules))
  return createListRule({ ...bounds, item, findTwice: findKeysTwice })
}

/** The blocks with other members of the same names. */
export const replaceBlocks = (field: BlocksField, types: BlockTypes): BlocksField =>
  // The rule follows from the types.
  ({ ...field, blocks: types, check: createBlocksRule(types, readBounds(field)) }) as BlocksField

/** C16.1: a list of parts of several types: `blocks({ quote: { text: … }, image: { … } }, { about: … })`. */
export const blocks = <const Types extends BlockTypes, const Given extends ListOptions>(
  types: Types,
  given: Exactly<Given, ListOptions>,
): BuiltList<BlocksField<Types>, Given> => {
  const { bounds, options, schema, initial } = splitBounds<ListOptions>(given ?? {})
  const split = Object.entries(readMembers(types)).map(
    ([type, members]) => [type, splitMembers(members)] as const,
  )
  const declared: BlockTypes = Object.fromEntries(split.map(([type, { fields }]) => [type, fields]))
  const problems = split.flatMap(([type, each]) => each.problems.map((wrong) => `${type}: ${wrong}`))
  const rule = createBlocksRule(declared, bounds)
  const built: object = build({ kind: 'blocks', schema, check: rule, problems }, options, [
    ...PART_OPTIONS,
    'as',
  ])
  return { ...built, blocks: declared, initial } as never
}
