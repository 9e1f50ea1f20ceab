import {
  builtInModel,
  contentModel,
  field,
  record,
  type ContentModel,
  type RecordType,
} from '@content-service/domain'
import {
  isBlocks,
  isGroup,
  isList,
  isState,
  type Field,
  type FieldKind,
} from '@content-service/domain/internal/model'
import fc, { type GeneratorValue } from 'fast-check'
import { choose } from '../../../libs/persistence/src/testing/generated-models.ts'
import { checkFleet } from './fleet-check.ts'
import { drawComputed } from './fleet-computed.ts'
import { FIELDS, type DrawnKind } from './fleet-fields.ts'
import { drawLinks } from './fleet-links.ts'

const about = 'A test.'
const KINDS = Object.keys(FIELDS) as readonly DrawnKind[]
/** Each type has so many kinds in turn, so that a few types have all of them, and some more at random. */
const KINDS_IN_TURN = 6

/** A type has one state and one owner at most. */
const drawKinds = (g: GeneratorValue, place: number): readonly DrawnKind[] => {
  const inTurn = Array.from(
    { length: KINDS_IN_TURN },
    (_, offset) => KINDS[(place * KINDS_IN_TURN + offset) % KINDS.length] as DrawnKind,
  )
  const more = [choose(g, KINDS), choose(g, KINDS), choose(g, KINDS)]
  return [...inTurn, ...more.filter((kind) => kind !== 'state' && kind !== 'owner')]
}

const drawFields = (g: GeneratorValue, place: number): Readonly<Record<string, Field>> =>
  Object.fromEntries(drawKinds(g, place).map((kind, at) => [`${kind}${at}`, FIELDS[kind](g)]))

/** A text, a number or a date that no two records have. */
const drawUnique = (g: GeneratorValue): Field =>
  choose<() => Field>(g, [
    () => field.line(160, { about, unique: true }),
    () => field.text(160, { about, unique: true }),
    () => field.integer(-5, 99_999, { about, unique: true }),
    () => field.decimal(12, 2, { about, unique: true }),
    () => field.date({ about, unique: true }),
    () => field.email({ about, unique: true }),
    () => field.url({ about, optional: true }),
  ])()

/** Each third type has slugs of its codes: slugs of equal texts would have random ends, which differ between stores. */
const drawCode = (g: GeneratorValue, place: number): Readonly<Record<string, Field>> =>
  place % 3 === 0
    ? { code: field.line(160, { about, unique: true }), slug: field.slug({ from: 'code' }) }
    : { code: drawUnique(g) }

/** Links go a few types back, so that the schema of a type does not grow with the model. */
const NEAR = 4

const createType = (g: GeneratorValue, place: number, earlier: readonly RecordType[]): RecordType => {
  const name = `Ship${String(place).padStart(2, '0')}`
  const plural = `ships${String(place).padStart(2, '0')}`
  const fields = {
    label: field.line(160, { about, index: true, search: 'A' }),
    low: field.integer(0, 99, { about, initial: 0, index: true }),
    high: field.integer(0, 99, { about, optional: true }),
    ...drawCode(g, place),
    ...drawFields(g, place),
    ...drawLinks(g, plural, earlier.slice(-NEAR)),
  }
  const state = Object.entries(fields).find(([, each]) => each.kind === 'state')
  return record({
    name,
    plural,
    about,
    allowed: { read: { GUEST: 'all' }, write: { EDITOR: 'all' }, audit: { ADMIN: 'all' } },
    fields,
    ...choose(g, [{}, {}, { trash: true }]),
    index: [['low', 'label']],
    ...(place % 2 === 0 && { revisions: true }),
    ...(place % 3 === 0 && { drafts: true }),
    ...choose(g, [{}, { likes: true }, { views: true }, { likes: true, views: true }]),
    // Each second one of the types with a published state.
    ...(isPublished(state?.[1]) && g(fc.boolean) && { schedule: true }),
    computed: drawComputed(g),
    check: checkFleet,
    operations: (on) =>
      state === undefined ? {} : { finish: on({ about, permission: 'write', from: ['NEW'], to: 'DONE' }) },
  } as Parameters<typeof record>[0]) as RecordType
}

const isPublished = (field: Field | undefined): boolean =>
  field !== undefined && isState(field) && field.published !== null

/** A model with so many declared types beside those of the service. */
export const generateFleetModel = (g: GeneratorValue, count: number): ContentModel => {
  const types: RecordType[] = []
  for (let place = 0; place < count; place += 1) types.push(createType(g, place, types))
  return contentModel([...builtInModel.types, ...types])
}

/** The declared types of the model, in the order in which links lead back. */
export const listFleet = ({ types }: ContentModel): readonly RecordType[] =>
  types.filter(({ name }) => name.startsWith('Ship'))

const listInside = (field: Field): readonly Field[] => {
  const inside = isGroup(field)
    ? Object.values(field.members)
    : isList(field)
      ? [field.item]
      : isBlocks(field)
        ? Object.values(field.blocks).flatMap((members) => Object.values(members))
        : []
  return [field, ...inside.flatMap(listInside)]
}

/** The kinds of all fields of the declared types, also inside of parts. */
export const listKinds = (model: ContentModel): ReadonlySet<FieldKind> => {
  const fields = listFleet(model).flatMap((type) => Object.values(type.fields).flatMap(listInside))
  return new Set(fields.map(({ kind }) => kind))
}
