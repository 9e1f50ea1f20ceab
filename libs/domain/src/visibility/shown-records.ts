import { where } from '@content-service/authz'
import type { BuiltInPermission, Permission } from '../access/content-policy.ts'
import type { ShownRecord } from '../access/access.ts'
import { findComparedFacts } from '../access/compared-facts.ts'
import { isValueFact, type Fact } from '../access/rights.ts'
import type { Collection } from '../model/collections.ts'
import { nameLinkedFact } from '../access/linked-facts.ts'
import { isMember, spreadMembers } from '../access/member-facts.ts'
import type { Row } from '../reading/reading.ts'
import type { ModelContext, ReaderContext } from './read-context.ts'

type Policed = Pick<ModelContext, 'model' | 'policy'>

const nameResource = (permission: Permission): string => permission.split(':')[0] ?? ''

/** The links that the permission follows, each with the facts of its records. */
const listFollowed = ({ model, policy }: Policed, permission: Permission) =>
  // The policy of the model has the permissions of its declared types, too.
  policy.relations(permission as BuiltInPermission).map((path) => {
    const resource = path
      .split('.')
      .reduce((from, link) => model.links[from]?.[link] ?? '', nameResource(permission))
    return { path, facts: model.facts[resource] ?? {} }
  })

/** Rows have states and ids of links for every rule. Other values can be long, so that rows have those that a rule compares. */
const createNeedTest = ({ policy }: Policed, permission: Permission) => {
  const { names } = findComparedFacts(policy, permission)
  return (name: string, fact: Fact, inRow = name): boolean =>
    (!isValueFact(fact) && !isMember(name)) || names.has(inRow)
}

/** The facts of the linked records by which the policy can decide about the permission, under their names in rows. */
export const listLinkedFacts = (context: Policed, permission: Permission): readonly string[] => {
  const isNeeded = createNeedTest(context, permission)
  return listFollowed(context, permission).flatMap(({ path, facts }) => [
    nameLinkedFact(path, 'id'),
    ...Object.entries(facts).flatMap(([name, fact]) => {
      const linked = nameLinkedFact(path, name)
      return name !== 'id' && isNeeded(name, fact, linked) ? [linked] : []
    }),
  ])
}

/** Whether the right to read records of a collection follows links to other records, which change without the record. */
export const followsLinks = ({ model, policy }: Policed, of: Collection): boolean => {
  const permission = model.readPermission(of)
  return permission !== null && policy.relations(permission as BuiltInPermission).length > 0
}

/** The users whom the facts of linked records name, as the events of deletions have them for the policy. */
export const listLinkedUsers = (context: Policed, permission: Permission): readonly string[] =>
  listFollowed(context, permission).flatMap(({ path, facts }) =>
    Object.keys(facts)
      .filter((name) => facts[name] === 'user')
      .map((name) => nameLinkedFact(path, name)),
  )

/** The facts of a record, and of the records to which it links, by which the policy can decide about the permission. */
export const listFacts = (context: Policed, permission: Permission): readonly string[] => {
  const isNeeded = createNeedTest(context, permission)
  const own = Object.entries(context.model.facts[nameResource(permission)] ?? {})
  return [
    ...own.flatMap(([name, fact]) => (isNeeded(name, fact) ? [name] : [])),
    ...listLinkedFacts(context, permission),
  ]
}

/** The facts by which the policy can decide about all permissions on the records of a collection. */
export const listAllFacts = (context: Policed, of: Collection): readonly string[] => {
  const read = context.model.readPermission(of)
  if (read === null) return []
  const permissions = context.policy.permissions.filter(
    (permission) => nameResource(permission) === nameResource(read),
  )
  return [...new Set(permissions.flatMap((permission) => listFacts(context, permission)))]
}

/** C15.19: the facts of a record that its event keeps: links to users stay in the data alone, where an erasure finds them. */
export const listKeptFacts = (context: Policed, permission: Permission): readonly string[] => {
  const own = context.model.facts[nameResource(permission)] ?? {}
  return listFacts(context, permission).filter((name) => name in own && own[name] !== 'user')
}

/** The members of the record's own groups among facts. */
export const listMembers = (
  { model }: Pick<Policed, 'model'>,
  permission: Permission,
  facts: readonly string[],
): readonly string[] => {
  const own = model.facts[nameResource(permission)] ?? {}
  return facts.filter((name) => isMember(name) && Object.hasOwn(own, name))
}

export const createShownRecord = (
  context: Policed,
  permission: Permission,
  record: { readonly id?: unknown },
): ShownRecord => {
  const facts = new Set(listFacts(context, permission))
  const members = listMembers(context, permission, [...facts])
  return {
    permission,
    // The id of a record is a text or a number.
    id: (record.id ?? null) as string | number | null,
    facts: Object.fromEntries(
      Object.entries(spreadMembers(record, members)).filter(([name]) => facts.has(name)),
    ),
  }
}

type Reading = Policed & Pick<ReaderContext, 'stores'>

/** The facts of now of the records of one permission, by their ids. */
const readFacts = async (
  context: Reading,
  permission: Permission,
  shown: readonly ShownRecord[],
): Promise<ReadonlyMap<unknown, Row>> => {
  const type = context.model.typeOf(nameResource(permission))
  const fields = listFacts(context, permission)
  const ids = shown.flatMap(({ id }) => (id === null || id === undefined ? [] : [id]))
  if (type === undefined || fields.length === 0 || ids.length === 0) return new Map()
  const rows = await context.stores.reader.find({
    from: type.plural,
    where: where<{ id: string | number }>().id.in(ids),
    orderBy: [],
    window: { limit: ids.length, offset: 0 },
    select: { fields: [...new Set(['id', ...fields])] },
  })
  return new Map(rows.map((row) => [row['id'], row]))
}

/** C14.3: the records of a kept response with their facts of now; a record that is gone has those of then. */
export const refreshShown = async (
  context: Reading,
  shown: readonly ShownRecord[],
): Promise<readonly ShownRecord[]> => {
  const groups = [...Map.groupBy(shown, ({ permission }) => permission)]
  const refreshed = groups.map(async ([permission, records]) => {
    const rows = await readFacts(context, permission, records)
    return records.map((record) => ({ ...record, facts: rows.get(record.id) ?? record.facts }))
  })
  return (await Promise.all(refreshed)).flat()
}
