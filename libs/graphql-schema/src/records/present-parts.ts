import type { RecordType, Row } from '@content-service/domain'
import { ContentError } from '@content-service/domain'
import {
  hasLinks,
  isBlocks,
  isGroup,
  isLink,
  isList,
  listParts,
  nameBlockType,
  namePartMember,
  type BlocksField,
  type Field,
  type LinkField,
  type NamedOwner,
  type PartType,
} from '@content-service/domain/internal/model'
import { isObject } from '@content-service/domain/internal/rules'
import { nameInPart, nameRelated, type FieldPlan, type LeafPlan, type TypePlan } from '../reading/plan.ts'

/** Where a part is: the record, and the types and keys of the document that lead to the part. */
const ORIGIN = Symbol('origin')

interface Origin {
  readonly row: Row
  readonly path: string
}

type Source = Row & { readonly [ORIGIN]?: Origin }

const step = (source: Source, owner: NamedOwner, key: string): Origin => {
  const { row, path } = source[ORIGIN] ?? { row: source, path: '' }
  return { row, path: nameInPart(path, owner.name, key) }
}

type PresentPart = (part: Row, origin: Origin) => object

const presentEach =
  (present: PresentPart) =>
  (values: unknown, origin: Origin): unknown =>
    Array.isArray(values)
      ? values.map((value: unknown) => (isObject(value) ? present(value, origin) : value))
      : values

const presentOne: PresentPart = (part, origin) => ({ ...part, [ORIGIN]: origin })

/** A union tells its members apart by the names of their types. */
const createBlockPresenter = (owner: NamedOwner, entry: readonly [string, BlocksField]): PresentPart => {
  const names = new Map(
    Object.keys(entry[1].blocks).map((type) => [type, nameBlockType(owner, entry, type)] as const),
  )
  return (block, origin) => ({
    ...block,
    [ORIGIN]: origin,
    __typename: names.get(String(block['type'])),
  })
}

const createPresenter = (owner: NamedOwner, [name, field]: readonly [string, Field]) => {
  if (isBlocks(field)) return presentEach(createBlockPresenter(owner, [name, field]))
  if (isList(field)) return isGroup(field.item) ? presentEach(presentOne) : null
  if (!isGroup(field) || field.isReleased) return null
  return (value: unknown, origin: Origin): unknown => (isObject(value) ? presentOne(value, origin) : value)
}

/**
 * The plan of a field with parts; null for other fields. `reads` are the columns of the record. The types of the parts are those
 * of the owner, and `shownIn` is the type that has the field.
 */
export const planParts = (
  owner: NamedOwner,
  [name, field]: readonly [string, Field],
  reads: readonly string[],
  shownIn: NamedOwner = owner,
): LeafPlan | null => {
  const present = createPresenter(owner, [name, field])
  if (present === null) return null
  return {
    reads,
    show: (source: Source, _context, key) => present(source[name], step(source, shownIn, key)),
    hasLinks: hasLinks(field),
  }
}

type RowsById = ReadonlyMap<unknown, Row>
const indexed = new WeakMap<readonly Row[], RowsById>()

/** A thousand parts look for a thousand rows: a walk over the rows for each part would keep the process from others. */
const indexById = (rows: readonly Row[]): RowsById => {
  const known = indexed.get(rows)
  if (known) return known
  const made = new Map(rows.map((row) => [row['id'], row]))
  indexed.set(rows, made)
  return made
}

const findLinked = (rows: unknown, id: unknown): unknown => {
  if (rows instanceof ContentError) throw rows
  return Array.isArray(rows) ? (indexById(rows).get(id) ?? null) : null
}

/** The linked record of a part, which the read of the record has read. */
const planLink = (owner: NamedOwner, name: string, field: LinkField): LeafPlan => ({
  reads: [],
  linked: { relation: `parts.${field.to.plural}`, type: field.to.name },
  show: (source: Source, _context, key) => {
    const { row, path } = step(source, owner, key)
    const id = source[namePartMember(name, field)]
    return id === null || id === undefined ? null : findLinked(row[nameRelated(path)], id)
  },
})

const planMember = (owner: NamedOwner, [name, field]: readonly [string, Field]): FieldPlan => {
  if (isLink(field)) return planLink(owner, name, field)
  return planParts(owner, [name, field], []) ?? { reads: [] }
}

const planPart = (from: string, part: PartType): TypePlan => ({
  from,
  isPart: true,
  fields: {
    ...Object.fromEntries(
      Object.entries(part.members).map((entry) => [entry[0], planMember(part, entry)] as const),
    ),
    ...(part.hasKey && { key: { reads: [] } }),
  },
})

/** The plans of the types of a record's parts. */
export const planPartTypes = (type: RecordType): Readonly<Record<string, TypePlan>> =>
  Object.fromEntries(listParts(type).parts.map((part) => [part.name, planPart(type.plural, part)]))
