import { BUILT_IN_FACTS, BUILT_IN_LINKS } from '../access/built-in-facts.ts'
import type { RecordAction } from '../actions/record-action.ts'
import type { ModelRole } from '../access/model-role.ts'
import type { ContentPolicy, Permission } from '../access/content-policy.ts'
import { isSame } from '../rules/is-same.ts'
import type { DeclaredResource, Fact } from '../access/rights.ts'
import {
  type Collection,
  relateThrough,
  relateToMany,
  relateToOne,
  type Relation,
  type Relations,
} from './collections.ts'
import { about, type Operation, type OperationName } from './operation.ts'
import { listTypeEvents, type EventName } from './event-names.ts'
import { declareSearch, type SearchedType } from './searched-types.ts'
import { checkShares, createDeclaredPolicy } from './checks/check-shares.ts'
import type { PolicyVocabulary } from '../access/condition-problems.ts'
import { isHideable, leadsToUser } from './fields/field.ts'
import { checkHandlers } from './checks/check-handlers.ts'
import { checkModel } from './checks/check-model.ts'
import { ModelError } from './checks/model-error.ts'
import { listHandlers, type Handler } from './handlers/handler.ts'
import { deriveFacts, nameResource } from './types/record-permissions.ts'
import { listJoined, type JoinedLink } from './links/joined-links.ts'
import { JOINED, nameJoins } from './links/many-links.ts'
import { orderByLinks } from './links/link-order.ts'
import { resolveLinks } from './links/named-links.ts'
import type { RecordLink } from './types/record-attributes.ts'
import { leaveOut, listAbsent, withoutAbsent } from './types/optional-types.ts'
import type { RecordType } from './types/record-type.ts'
import { listDraftTypes } from './drafts/draft-type.ts'
import { relateDraft, relateToDraft } from './drafts/draft-relations.ts'
import { listRevisionTypes } from './revisions/revision-type.ts'
import { relateToLikes } from './counters/liked-by.ts'
import { relateToSlugs } from './slugs/slugged.ts'
import { relateRevision, relateToRevisions } from './revisions/revision-relations.ts'
import { listModelRoles, type ModelOptions } from './roles/model-options.ts'
import { declarePermissions } from './service-operations/declared-permissions.ts'
import type { ServiceOperation } from './service-operations/service-operation.ts'

/** A list on one type of the records that link to it: the workshops of a category. */
export interface InverseLink {
  /** The field of the list: `workshops`. */
  readonly name: string
  readonly type: RecordType
  readonly relation: Relation
}

/** The content of a service: its declared types, and the relations of all collections. It is a value. */
export interface ContentModel extends PolicyVocabulary {
  readonly types: readonly RecordType[]
  /** The types whose operations, root fields and addresses are derived. */
  readonly derivedTypes: readonly RecordType[]
  /** @throws Error if the model has no type with this name. */
  readonly typeNamed: (name: string) => RecordType
  /** The declared type whose records, or their revisions or drafts, are in the collection; undefined for one that is not declared. */
  readonly typeOf: (collection: Collection) => RecordType | undefined
  /** The types in an order in which each type stands behind the types that it links to, but by late links (C15.21). */
  readonly linkedFirst: readonly RecordType[]
  /** The names of all events, in the order of the documentation. */
  readonly eventNames: readonly EventName[]
  /** The lists on a type, each with the records of a derived type that link to it; `User` has lists too. */
  readonly inverseLinks: (to: { readonly name: string }) => readonly InverseLink[]
  /** All relations of a collection, by their names. */
  readonly relationsOf: (from: Collection) => Relations
  /** @throws Error if the collection has no relation with this name. */
  readonly relation: (from: Collection, name: string) => Relation
  /** @throws Error if the model has no operation with this name. */
  readonly operation: (name: OperationName) => Operation
  readonly hasOperation: (name: string) => boolean
  /** C12.8: what callers can do to the records of a collection, in the order of the words. */
  readonly actionsOf: (of: Collection) => readonly RecordAction[]
  /** The permission that opens records by id; null if another rule decides. */
  readonly readPermission: (of: Collection) => Permission | null
  /** The kinds of records that a search finds, in the order of the documentation. */
  readonly searches: readonly SearchedType[]
  /** The user that stands in the place of soft-deleted users (C3.5). */
  readonly ghost: Readonly<Record<string, unknown>>
  /** The default policy: the rules of the service, and the rights that the types declare (C7.7). */
  readonly policy: ContentPolicy
  /** The roles that the model adds to the five of the service, in the order of their declaration (C15.22). */
  readonly roles: readonly ModelRole[]
  /** C16.4: the code that runs after events, in the order of its declaration. */
  readonly handlers: readonly Handler[]
  /** C16.5: the operations of no record, in the order of their declaration. */
  readonly serviceOperations: readonly ServiceOperation[]
}

/** The lists of a type whose links lead to another type. */
const collectInverses = (type: RecordType, to: string): readonly InverseLink[] => [
  ...type.links.flatMap(({ attribute, field }) =>
    field.to.name === to && field.inverse !== undefined
      ? [{ name: field.inverse, type, relation: relateToMany(type.plural, attribute) }]
      : [],
  ),
  ...type.manyLinks.flatMap((link) => {
    const { toMany, inverse } = link.field
    const relation = relateThrough(type.plural, nameJoins(type, link), [JOINED.linked, JOINED.record])
    return toMany.name === to && inverse !== undefined ? [{ name: inverse, type, relation }] : []
  }),
]

type ListInverses = (to: string) => readonly InverseLink[]

/** The lists of each type, listed once. */
const keepInverses = (types: readonly RecordType[]): ListInverses => {
  const kept = new Map<string, readonly InverseLink[]>()
  return (to) => {
    const known = kept.get(to) ?? types.flatMap((type) => collectInverses(type, to))
    kept.set(to, known)
    return known
  }
}

const relateToLinked = ({ attribute, field }: RecordLink): Relation => ({
  ...relateToOne(field.to.plural, attribute),
  ...(isHideable(field) && { isHideable: true as const }),
})

const relateToMembers = (type: RecordType, link: JoinedLink): Relation => ({
  ...relateThrough(link.field.toMany.plural, nameJoins(type, link), [JOINED.record, JOINED.linked]),
  isLink: true,
  isOrdered: link.field.isOrdered,
})

const deriveRelations = (listInverses: ListInverses, type: RecordType): Relations =>
  Object.fromEntries([
    ...type.links.map((link) => [link.name, relateToLinked(link)]),
    ...listJoined(type).map((link) => [link.name, relateToMembers(type, link)]),
    ...listInverses(type.name).map(({ name, relation }) => [name, relation]),
  ])

const found = <Value>(value: Value | undefined, missing: string): Value => {
  if (value === undefined) throw new Error(missing)
  return value
}

/** A team can extend the types of the service, or leave them out (C15.23). */
const listTypes = (
  declared: readonly RecordType[],
  { types, optional }: ModelBase,
  options: ModelOptions,
): readonly RecordType[] => {
  const missing = types.filter(({ name }) => !declared.some((type) => type.name === name))
  return leaveOut([...missing, ...declared], options, optional)
}

/**
 * The resource with the facts that all types with its permissions have: a rule about another fact would fit only some
 * of the records.
 */
const shareFacts = (types: readonly RecordType[], resource: DeclaredResource): DeclaredResource => {
  const sharing = types.filter(({ permissions }) => nameResource(permissions) === resource.name)
  const isShared = ([name, fact]: readonly [string, Fact]): boolean =>
    sharing.every(({ attributes }) => isSame(deriveFacts(attributes)[name], fact))
  return { ...resource, facts: Object.fromEntries(Object.entries(resource.facts).filter(isShared)) }
}

/** The links that all types with the permissions of a resource have to records of one other resource. */
const deriveLinks = (types: readonly RecordType[], { name }: DeclaredResource) => {
  const findResource = (type: RecordType | undefined) => type && nameResource(type.permissions)
  const lists = types
    .filter((type) => findResource(type) === name)
    .map(({ links }) =>
      links.flatMap(({ name: link, field }): [string, string][] => {
        const to = findResource(types.find((type) => type.name === field.to.name))
        return to === undefined || leadsToUser(field) ? [] : [[link, to]]
      }),
    )
  const [first = [], ...others] = lists
  return Object.fromEntries(
    first.filter((link) => others.every((list) => list.some((other) => isSame(other, link)))),
  )
}

type Operations = Readonly<Record<string, Operation>>

/** The content that a model has, whatever a team declares, unless its options leave out a type. */
export interface ModelBase {
  readonly types: readonly RecordType[]
  /** C15.23: the types of the service that a model can leave out. */
  readonly optional: readonly RecordType[]
  /** The relations that no declaration describes, by collection. */
  readonly relations: Readonly<Record<string, Relations>>
  /** The read permissions of the collections that no declaration describes. */
  readonly readPermissions: Readonly<Record<string, Permission | null>>
  /** The operations that no type declares. */
  readonly operations: Operations
  /** The operations of a declared type. */
  readonly derive: (type: RecordType) => Operations
  /** The actions on the records of a type among these types. */
  readonly listActions: (type: RecordType, types: readonly RecordType[]) => readonly RecordAction[]
  /** The user that stands in the place of soft-deleted users (C3.5). */
  readonly ghost: { readonly createdAt: Date }
}

/** @throws ModelError for handlers that name an event or a permission that the model does not have. */
const declareHandlers = (
  { handlers }: ModelOptions,
  known: { readonly events: readonly string[]; readonly permissions: readonly string[] },
): readonly Handler[] => {
  const problems = checkHandlers(handlers, known)
  if (problems.length > 0) throw new ModelError(problems)
  return listHandlers(handlers)
}

/** The facts about operations of no record: the audit log names the resource of their permission. */
const describeOperations = (operations: readonly ServiceOperation[]): Operations =>
  Object.fromEntries(
    operations.map(({ name, permission }) => [name, about(permission.split(':')[0] ?? permission)]),
  )

/** The model of these content types on top of the base. @throws ModelError with all problems. */
export const createModel = (
  declared: readonly RecordType[],
  base: ModelBase,
  options: ModelOptions = {},
): ContentModel => {
  const { derive } = base
  const types = resolveLinks(listTypes(declared, base, options))
  const absent = listAbsent(base.types, types)
  const builtIn = withoutAbsent(base.operations, (_, { resource }) => absent.has(resource))
  const derivedTypes = types.filter(({ custom }) => custom === null)
  checkModel(types, {
    options,
    builtIn: Object.keys(base.operations),
    optional: base.optional,
    nameOperations: (type) => Object.keys(derive(type)),
  })
  const byName = new Map(types.map((type) => [type.name, type]))
  const revisions = listRevisionTypes(types)
  const drafts = listDraftTypes(types)
  const kept = [...revisions, ...drafts]
  const byPlural = new Map([...types, ...kept].map((type) => [type.plural, type]))
  const [listInverses, listDerivedInverses] = [keepInverses(types), keepInverses(derivedTypes)]
  const relations: Readonly<Record<string, Relations>> = {
    ...base.relations,
    ...Object.fromEntries(
      types.map((type) => [
        type.plural,
        {
          ...base.relations[type.plural],
          ...deriveRelations(listInverses, type),
          ...relateToRevisions(type),
          ...relateToDraft(type),
          ...relateToLikes(type),
          ...relateToSlugs(type),
        },
      ]),
    ),
    ...Object.fromEntries(
      revisions.map((type) => [
        type.plural,
        { ...deriveRelations(listInverses, type), ...relateRevision(type) },
      ]),
    ),
    ...Object.fromEntries(
      drafts.map((type) => [type.plural, { ...deriveRelations(listInverses, type), ...relateDraft(type) }]),
    ),
  }
  const serviceOperations = options.operations ?? []
  const operations = new Map(
    [builtIn, ...derivedTypes.map(derive), describeOperations(serviceOperations)].flatMap(
      Object.entries<Operation>,
    ),
  )
  const readPermissions: Readonly<Record<string, Permission | null>> = {
    ...base.readPermissions,
    ...Object.fromEntries(types.map(({ plural, permissions }) => [plural, permissions.read])),
    // The permission on their record decides.
    ...Object.fromEntries(kept.map(({ plural }) => [plural, null])),
  }
  const listActions = (type: RecordType): readonly RecordAction[] =>
    base.listActions(type, types).filter(({ operation }) => operations.has(operation))
  const actions = new Map(types.map((type) => [type.plural, listActions(type)]))
  const resources = [
    ...types.flatMap(({ resource }) => (resource ? shareFacts(types, resource) : [])),
    ...declarePermissions(options.permissions),
  ]
  const roles = listModelRoles(options)
  const isAbsent = (resource: string): boolean => absent.has(resource)
  const vocabulary: PolicyVocabulary = {
    facts: {
      ...withoutAbsent(BUILT_IN_FACTS, isAbsent),
      ...Object.fromEntries(resources.map(({ name, facts }) => [name, facts])),
    },
    links: {
      ...withoutAbsent(BUILT_IN_LINKS, isAbsent),
      ...Object.fromEntries(resources.map((resource) => [resource.name, deriveLinks(types, resource)])),
    },
  }
  const policy = createDeclaredPolicy(resources, roles, vocabulary, absent)
  checkShares(policy, resources, vocabulary)
  const eventNames = types.flatMap(listTypeEvents)
  return {
    types,
    derivedTypes,
    searches: types.filter(({ isSearchable }) => isSearchable).map(declareSearch),
    ghost: { ...base.ghost, changedAt: base.ghost.createdAt },
    policy,
    roles,
    ...vocabulary,
    typeNamed: (name) => found(byName.get(name), `The model has no content type ${name}.`),
    typeOf: (collection) => byPlural.get(collection),
    linkedFirst: orderByLinks(types),
    eventNames,
    handlers: declareHandlers(options, { events: eventNames, permissions: policy.permissions }),
    serviceOperations,
    inverseLinks: ({ name }) => listDerivedInverses(name),
    relationsOf: (from) => relations[from] ?? {},
    relation: (from, name) => found(relations[from]?.[name], `${from} has no relation ${name}`),
    operation: (name) => found(operations.get(name), `The model has no operation ${name}.`),
    hasOperation: (name) => operations.has(name),
    actionsOf: (of) => actions.get(of) ?? [],
    readPermission: (of) => found(readPermissions[of], `The model has no collection ${of}.`),
  }
}
