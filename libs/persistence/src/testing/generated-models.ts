import { not, type Condition } from '@content-service/authz'
import {
  Article,
  builtInModel,
  Category,
  contentModel,
  field,
  record,
  User,
  type ContentModel,
  type RecordType,
} from '@content-service/domain'
import { isLink, isState, type Field, type LinkField } from '@content-service/domain/internal/model'
import type { Share, UserRole } from '@content-service/domain/internal/access'
import fc, { type GeneratorValue } from 'fast-check'
import { PART_FIELDS } from './part-fields.ts'
import { listLinkedValueShares, VALUE_FIELDS, VALUE_SHARES } from './value-shares.ts'

type Rights = NonNullable<RecordType['resource']>['rights']

const ROLES: readonly UserRole[] = ['GUEST', 'READER', 'AUTHOR', 'EDITOR', 'ADMIN']
const about = 'A test.'

/** One of the values; the list must not be empty. */
export const choose = <Value>(g: GeneratorValue, values: readonly Value[]): Value =>
  values[g(fc.nat, values.length - 1)] as Value

/** A state by which a share can decide. */
interface StateOfType {
  readonly field: string
  readonly value: string
}
interface Comparable {
  eq(value: string): Condition
}

/** A linked record in the condition of a share. */
interface LinkedRecord {
  may(permission: string): Condition
  readonly [fact: string]: unknown
}

/** Shares that follow a link: to what the caller may read, to a state, and to the owner. */
export const listLinkShares = (
  [link, { to }]: readonly [string, LinkField],
  types: readonly RecordType[],
): readonly Share[] => {
  const target = [Article, ...types].find(({ name }) => name === to.name)
  if (target === undefined) return []
  const states = Object.entries(target.attributes).flatMap(([name, each]) =>
    isState(each) ? [[name, each.states[0]] as const] : [],
  )
  const linked = (record: unknown) => (record as Readonly<Record<string, LinkedRecord>>)[link] as LinkedRecord
  const { ownerAttribute } = target
  return [
    (record) => linked(record).may(target.permissions.read),
    ...states.map(
      ([name, state = '']): Share =>
        (record) =>
          not((linked(record)[name] as Comparable).eq(state)),
    ),
    ...(ownerAttribute === null
      ? []
      : [
          ((record, caller) =>
            (linked(record)[ownerAttribute] as Comparable).eq(caller['id'] as string)) satisfies Share,
        ]),
    ...listLinkedValueShares(link, target),
  ]
}

/** What the shares of a type can ask about. */
interface Asked {
  readonly hasOwner: boolean
  readonly state?: StateOfType | undefined
  readonly byLinks?: readonly Share[]
  readonly byValues?: readonly Share[]
}

/** A share for some roles, at least for ADMIN; own records only for a type with an owner. */
export const generateShares = (
  g: GeneratorValue,
  { hasOwner, state, byLinks = [], byValues = [] }: Asked,
): Rights[string] => {
  const byState: Share = (record) => (record[state?.field ?? ''] as Comparable).eq(state?.value ?? '')
  const shares = [
    null,
    null,
    'all',
    ...(hasOwner ? (['own', 'own'] as const) : []),
    ...(state ? [byState] : []),
    ...byLinks,
    ...byValues,
  ]
  const given = ROLES.map((role) => [role, choose(g, shares)] as const)
  return { ADMIN: 'all', ...Object.fromEntries(given.filter(([, share]) => share !== null)) }
}

/** Up to two links to earlier types, or to types of the service. */
const generateLinks = (
  g: GeneratorValue,
  plural: string,
  earlier: readonly RecordType[],
): Readonly<Record<string, Field>> => {
  const places = [0, 1].slice(0, g(fc.nat, 2))
  return Object.fromEntries(
    places.map((place) => {
      const to = choose<RecordType>(g, [...earlier, ...earlier, Article, Category])
      const inverse = `${plural}By${place}`
      return [`link${place}`, field.one(to, { about, inverse, onDelete: 'cascade' })]
    }),
  )
}

/** Optional links: to a user, to a record of the same type, and to another record. */
const generateOptionalLinks = (
  g: GeneratorValue,
  plural: string,
  earlier: readonly RecordType[],
): Readonly<Record<string, Field>> => {
  const to = choose<RecordType>(g, [...earlier, Article, Category])
  const onDelete = choose(g, ['cascade', 'clear'] as const)
  return {
    ...(g(fc.boolean) && { contact: field.one(User, { about, optional: true, onDelete }) }),
    ...(g(fc.boolean) && {
      parent: field.one('self', { about, optional: true, onDelete, inverse: `${plural}Below` }),
    }),
    ...(g(fc.boolean) && { spare: field.one(to, { about, optional: true, onDelete }) }),
    // The service deletes no categories, so that a link to one can refuse it.
    ...(g(fc.boolean) && { shelf: field.one(Category, { about, optional: true }) }),
  }
}

/** Links to many: to users, to records of the same type, and to other records. */
export const generateManyLinks = (
  g: GeneratorValue,
  plural: string,
  earlier: readonly RecordType[],
): Readonly<Record<string, Field>> => {
  const to = choose<RecordType>(g, [...earlier, Article, Category])
  const createOptions = (): { about: string; ordered?: true; onDelete: 'cascade' | 'clear' } => ({
    about,
    ...(g(fc.boolean) && { ordered: true }),
    onDelete: choose(g, ['cascade', 'clear', 'clear'] as const),
  })
  return {
    ...(g(fc.boolean) && {
      crew: field.many(User, { ...createOptions(), inverse: `${plural}OfCrew` }),
    }),
    ...(g(fc.boolean) && {
      peers: field.many('self', { ...createOptions(), inverse: `${plural}OfPeers` }),
    }),
    ...(g(fc.boolean) && {
      topics: field.many(to, { ...createOptions(), inverse: `${plural}OfTopics` }),
    }),
    ...(g(fc.boolean) && { shelves: field.many(Category, { about, onDelete: 'refuse' }) }),
  }
}

/** Links in groups, lists and blocks: to users, to records of the same type, and to other records. */
export const generatePartLinks = (
  g: GeneratorValue,
  earlier: readonly RecordType[],
): Readonly<Record<string, Field>> => {
  const to = choose<RecordType>(g, [...earlier, Article, Category])
  const link = (more: object = {}) => field.one(to, { about, optional: true, ...more })
  return {
    ...(g(fc.boolean) && { place: field.group({ to: link() }, { about, optional: true }) }),
    ...(g(fc.boolean) && {
      spots: field.list(
        field.group(
          {
            to: link({ onDelete: choose(g, ['cascade', 'clear'] as const) }),
            who: field.one(User, { about, optional: true }),
            own: field.one('self', { about, optional: true, onDelete: 'cascade' }),
          },
          { about },
        ),
        { about },
      ),
    }),
    ...(g(fc.boolean) && {
      story: field.blocks(
        {
          link: { to: field.one(to, { about }) },
          text: { note: field.line(80, { about }), who: field.one(User, { about, optional: true }) },
          row: { cells: field.list(field.group({ to: link() }, { about }), { about }) },
        },
        { about },
      ),
    }),
  }
}

/** C16.2: values that code computes: with and without a column, and with the mask of a field. */
const COMPUTED: NonNullable<Parameters<typeof record>[0]['computed']> = (on) => ({
  title: on(
    { kind: field.line(200), from: ['label'], stored: true, index: true },
    ({ label }) => `${String(label)} in a title`,
  ),
  length: on({ kind: field.integer(0, 999), from: ['label', 'note'] }, ({ label, note }) =>
    note === null ? null : String(label).length + String(note).length,
  ),
  secret: on({ kind: field.line(200), from: ['note'], stored: true, optional: true }, ({ note }) =>
    note === null ? null : String(note).toUpperCase(),
  ),
})

interface Kind {
  readonly name: string
  readonly plural: string
  readonly fields: Readonly<Record<string, Field>>
  readonly hasState: boolean
  readonly hasComputed: boolean
  readonly likes?: true
  readonly views?: true
  readonly allowed: Rights
  /** The rights of a model that follows too many links. */
  readonly unlinked: Rights
  /** The plural of the type whose rights this type uses, if it declares none. */
  readonly resource: string | null
}

const generateKind = (g: GeneratorValue, place: number, earlier: readonly RecordType[]): Kind => {
  const letter = 'abcd'.charAt(place)
  const plural = `kinds${letter}`
  const [hasOwner, hasState, hasValues] = [g(fc.boolean), g(fc.boolean), g(fc.boolean)]
  const byValues = hasValues ? [choose(g, VALUE_SHARES), choose(g, VALUE_SHARES)] : []
  const state = hasState ? { field: 'stage', value: choose(g, ['NEW', 'DONE']) } : undefined
  const links = { ...generateLinks(g, plural, earlier), ...generateOptionalLinks(g, plural, earlier) }
  const followed = Object.entries(links).filter((entry): entry is [string, LinkField] => isLink(entry[1]))
  const byLinks = followed.flatMap((link) => listLinkShares(link, earlier))
  const shared = ['articles', 'comments', 'products', ...earlier.map((type) => type.plural)]
  return {
    name: `Kind${letter.toUpperCase()}`,
    plural,
    fields: {
      label: field.line(80, { about }),
      note: field.line(80, { about, optional: true, seenWith: 'write' }),
      ...(hasValues && VALUE_FIELDS),
      ...(g(fc.boolean) && PART_FIELDS),
      ...(hasState && { stage: field.state(['NEW', 'DONE'], { about }) }),
      ...(hasOwner && { keeper: field.owner({ about, inverse: plural }) }),
      ...links,
      ...generateManyLinks(g, plural, earlier),
      ...generatePartLinks(g, earlier),
    },
    hasState,
    hasComputed: g(fc.boolean),
    // Without a draw, so that the other parts of the model stay as they are for a seed.
    ...(place % 2 === 0 && { likes: true }),
    ...(place % 3 === 0 && { views: true }),
    allowed: {
      read: generateShares(g, { hasOwner, state, byLinks, byValues }),
      write: generateShares(g, { hasOwner, state, byLinks, byValues }),
    },
    unlinked: {
      read: generateShares(g, { hasOwner, state, byValues }),
      write: generateShares(g, { hasOwner, state, byValues }),
    },
    resource: g(fc.nat, 3) === 0 ? choose(g, shared) : null,
  }
}

const declare = ({ hasState, hasComputed, allowed, unlinked: _, resource, ...declared }: Kind): RecordType =>
  record({
    ...declared,
    about,
    ...(hasComputed && { computed: COMPUTED }),
    ...(resource === null ? { allowed } : { resource }),
    operations: (on) =>
      hasState ? { finish: on({ about, permission: 'write', from: ['NEW'], to: 'DONE' }) } : {},
  })

export interface GeneratedModel {
  readonly model: ContentModel
  /** Whether the model refused the rights that types wanted to use or to follow, so that all types declare their own. */
  readonly isRefused: boolean
}

const createModel = (types: readonly RecordType[]): ContentModel =>
  contentModel([...builtInModel.types, ...types])

/** A model with two to four declared types. */
export const generateModel = (g: GeneratorValue): GeneratedModel => {
  const kinds: Kind[] = []
  const types: RecordType[] = []
  for (const place of [0, 1, 2, 3].slice(0, 2 + g(fc.nat, 2))) {
    const kind = generateKind(g, place, types)
    kinds.push(kind)
    types.push(declare(kind))
  }
  try {
    return { model: createModel(types), isRefused: false }
  } catch {
    // A type that links to another names it, so that all types are declared again.
    const plain = kinds.map((kind) => declare({ ...kind, allowed: kind.unlinked, resource: null }))
    return { model: createModel(plain), isRefused: true }
  }
}
