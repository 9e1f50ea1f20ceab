import { parseUserId, parseUuid } from '../../rules/ids.ts'
import { findUnknownOptions } from '../../rules/similar-name.ts'
import { declareComputed } from '../computed/declared-computed.ts'
import { findCounterProblems } from '../counters/check-counters.ts'
import { declareCounters, type Counted } from '../counters/counters.ts'
import type { Declaration } from './declaration.ts'
import { toWord } from '../fields/field.ts'
import { findGuestProblems, withGuestNote } from '../guests/guest-note.ts'
import { resolveSelf } from '../links/self-links.ts'
import { findSlugProblems, withSlugFlag } from '../slugs/slugged.ts'
import { findScheduleProblems } from '../states/check-schedule.ts'
import { declarePublishedAt, findPublishedAtProblems } from '../states/published-at.ts'
import { findStateEventProblems } from '../states/state-events.ts'
import { findTrashProblems } from '../trash/check-trash.ts'
import { declareDeletedAt, deriveTrash } from '../trash/trash.ts'
import { declareSchedule, deriveSchedule, type Scheduled } from '../states/schedule.ts'
import type { ScheduleOption } from '../states/workflow.ts'
import { deriveEarlierNames, findRenamedFromProblems } from './earlier-names.ts'
import { deriveAttributes } from './record-attributes.ts'
import { findDraftsProblems } from '../checks/check-drafts.ts'
import { findRevisionsProblems } from '../checks/check-revisions.ts'
import { findCheckOptionProblems } from './record-check.ts'
import { buildOperation, type Fields } from './record-operation.ts'
import { derivePermissions, deriveResource, withPurge } from './record-permissions.ts'
import type { RecordType } from './record-type.ts'
import { SINGLE_ID } from './single-type.ts'
import { deriveNames } from './type-names.ts'

const OPTIONS = [
  'name',
  'single',
  'plural',
  'list',
  'path',
  'table',
  'about',
  'label',
  'labels',
  'titleField',
  'section',
  'renamedFrom',
  'allowed',
  'resource',
  'fixed',
  'live',
  'keepFor',
  'revisions',
  'drafts',
  'index',
  'unique',
  'defaultOrder',
  'trash',
  'schedule',
  'likes',
  'views',
  'custom',
  'fields',
  'computed',
  'check',
  'operations',
] as const satisfies readonly (keyof Declaration<string, Fields, boolean>)[]

type FieldLists = readonly (readonly string[])[]

/** Fields that are unique together have an index of lists, too. The checks of the model refuse other forms than lists. */
const joinIndexes = (index: FieldLists, unique: FieldLists): FieldLists => {
  if (![index, unique].every((given) => Array.isArray(given) && given.every(Array.isArray))) return index
  const texts = new Set(index.map((names) => names.join()))
  return [...index, ...unique.filter((names) => !texts.has(names.join()))]
}

/** A declaration without types can have any value. */
const findLiveProblems = (live: unknown): readonly string[] =>
  live === undefined || live === true
    ? []
    : [`live must be true, and is ${JSON.stringify(live)}; a subscription streams one record, and no list`]

const chooseParser = (isNumbered: boolean, isSingle: boolean) => {
  if (isSingle) return () => SINGLE_ID
  return isNumbered ? parseUserId : parseUuid
}

/** Declares a content type. */
export const record = <
  const Name extends string,
  const F extends Fields,
  const Fixed extends boolean = false,
  const Option extends ScheduleOption | undefined = undefined,
  const Likes extends true | undefined = undefined,
  const Views extends true | undefined = undefined,
>(
  declaration: Declaration<Name, F, Fixed> & {
    readonly schedule?: Option
    readonly likes?: Likes
    readonly views?: Views
  },
): RecordType<Name, F & Scheduled<Option> & Counted<Likes, Views>, Fixed> => {
  type Whole = F & Scheduled<Option> & Counted<Likes, Views>
  const {
    fixed,
    single = false,
    live,
    keepFor = null,
    revisions,
    drafts,
    index = [],
    unique = [],
    defaultOrder = null,
    trash: trashed,
    schedule: _schedule,
    likes,
    views,
    custom,
    allowed: given,
    resource: shared,
    operations,
    list: _list,
    path: _path,
    table: _table,
    label,
    labels,
    titleField,
    section,
    renamedFrom: _renamedFrom,
    computed,
    check = null,
    ...declared
  } = declaration
  const word = toWord(declaration.name)
  const names = deriveNames({ ...declaration, plural: declaration.plural ?? word })
  const resource = shared ?? names.resource
  const { name } = declared
  const plural = names.table
  const isNumbered = custom?.isNumbered === true
  const allowed = withPurge(given, trashed)
  const clients = withSlugFlag(
    withGuestNote(resolveSelf(declared.fields, { name, plural, isNumbered }), allowed),
  )
  const own = {
    ...clients,
    ...declarePublishedAt(clients),
    ...declareCounters(declaration, clients),
    ...declareSchedule(declaration),
    ...declareDeletedAt(trashed),
  }
  const trash = deriveTrash(trashed, own)
  const { fields: computedFields, problems } = declareComputed(computed, own)
  // The records have the computed values too, which no client gives.
  // The schedule and the counters have the fields of their options.
  const fields = { ...own, ...computedFields } as Whole
  const derived = deriveAttributes(fields, resource)
  return {
    ...declared,
    ...derived,
    plural,
    isNumbered,
    names,
    words: { label, labels, titleField, section },
    earlier: deriveEarlierNames(declaration),
    fields,
    custom: custom ?? null,
    check,
    permissions: derivePermissions(resource, custom?.actions ?? Object.keys(allowed ?? {})),
    resource: allowed === undefined ? null : deriveResource(resource, allowed, derived),
    operations: Object.fromEntries(
      // The builder works for the records of all types.
      Object.entries(operations?.(buildOperation as never) ?? {}).map(([verb, build]) => [
        verb,
        build({ name, plural, resource }),
      ]),
    ),
    // Without `fixed` in the declaration, Fixed is false.
    isFixed: (fixed ?? false) as Fixed,
    isSingle: single,
    showsChangeTime: fixed !== true,
    isLive: live ?? false,
    keepFor,
    keepsRevisions: revisions ?? false,
    takesDrafts: drafts ?? false,
    uniques: unique,
    indexes: joinIndexes(index, unique),
    defaultOrder,
    trash,
    schedule: deriveSchedule(declaration, clients),
    takesLikes: likes ?? false,
    countsViews: views ?? false,
    hasRef: fixed !== true && !single && !isNumbered,
    word,
    problems: [
      ...findUnknownOptions(declaration, OPTIONS),
      ...findGuestProblems(declaration),
      ...findLiveProblems(live),
      ...findRenamedFromProblems(declaration),
      ...findCheckOptionProblems(check),
      ...findRevisionsProblems(revisions),
      ...findDraftsProblems(drafts),
      ...findPublishedAtProblems(own),
      ...findScheduleProblems(declaration, clients),
      ...findCounterProblems(declaration, clients),
      ...findTrashProblems(declaration, clients),
      ...findSlugProblems(declared.fields),
      ...findStateEventProblems({ fields: own, trash, custom: custom ?? null }),
      ...problems,
    ],
    parseId: chooseParser(isNumbered, single) as RecordType<Name, Whole, Fixed>['parseId'],
  }
}
