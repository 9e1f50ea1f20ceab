import type { Permission } from '../access/content-policy.ts'
import { nameLinkedFact } from '../access/linked-facts.ts'
import type { RecordLink } from '../model/types/record-attributes.ts'
import type { RecordType } from '../model/types/record-type.ts'
import type { Row } from '../reading/reading.ts'
import { listLinkedFacts } from '../visibility/shown-records.ts'
import { filterById, listGiven, type GivenLink, type LinkContext, type Values } from './readable-links.ts'

/** The facts of linked records by which the policy decides about these permissions, under their names in records. */
export const collectLinkedFacts = (
  context: Pick<LinkContext, 'model' | 'policy'>,
  permissions: readonly Permission[],
): readonly string[] => [
  ...new Set(permissions.flatMap((permission) => listLinkedFacts(context, permission))),
]

/** For each link that a write sets: the facts of the record as it will be, under their names in records. */
export type GivenFacts = ReadonlyMap<string, Values>

const readTarget = async (
  { stores }: LinkContext,
  { field, id }: GivenLink,
  fields: readonly string[],
): Promise<Row | null> => {
  const [row] = await stores.reader.find({
    from: field.to.plural,
    where: filterById(id),
    orderBy: [],
    window: { limit: 1, offset: 0 },
    select: { fields },
  })
  return row ?? null
}

/** The id of a link, and the facts of its record; null if there is no such record. */
const readLink = async (
  context: LinkContext,
  { name, attribute }: RecordLink,
  link: GivenLink | undefined,
  facts: readonly string[],
): Promise<Values> => {
  const prefix = nameLinkedFact(name, '')
  const fields = facts.filter((fact) => fact.startsWith(prefix)).map((fact) => fact.slice(prefix.length))
  const row = link && fields.length > 0 ? await readTarget(context, link, fields) : null
  const linked = fields.map((field) => [nameLinkedFact(name, field), row?.[field] ?? null])
  return { [attribute]: link?.id ?? null, ...Object.fromEntries(linked) }
}

/**
 * C14.3: the facts of the records to which a write sets links, because the policy decides about the record as it will be,
 * too.
 */
export const readGivenFacts = async (
  context: LinkContext,
  { links }: Pick<RecordType, 'links'>,
  values: Values,
  facts: readonly string[],
): Promise<GivenFacts> => {
  const given = new Map(listGiven(links, values).map((link) => [link.attribute, link]))
  const set = links.filter(
    ({ attribute }) => Object.hasOwn(values, attribute) && values[attribute] !== undefined,
  )
  const read = set.map(
    async (link) =>
      [link.attribute, await readLink(context, link, given.get(link.attribute), facts)] as const,
  )
  return new Map(await Promise.all(read))
}

/** The facts of the links that the values set. */
export const chooseFacts = (given: GivenFacts, values: object): Values =>
  Object.assign({}, ...[...given].flatMap(([attribute, facts]) => (attribute in values ? [facts] : [])))

/** The record without the facts of the links that differ from those of the record before. */
export const omitOldFacts = <R extends object>(
  { links }: Pick<RecordType, 'links'>,
  before: R,
  after: R,
): R => {
  const [earlier, later] = [before as Values, after as Values]
  const changed = links.filter(({ attribute }) => earlier[attribute] !== later[attribute])
  const isOld = (name: string) => changed.some((link) => name.startsWith(nameLinkedFact(link.name, '')))
  // No attribute has a dot in its name.
  return Object.fromEntries(Object.entries(after).filter(([name]) => !isOld(name))) as R
}
