import type { ContentModel, RecordType } from '@content-service/domain'
import { findLikes, findSlug } from '@content-service/domain/internal/model'
import type { ContentLine } from '@content-service/domain/internal/transfer'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { findRows, type Sql } from '../../statements/sql.ts'
import { findRevisionTable } from '../../tables/revision-table.ts'
import { createDraftSource, type DraftRow } from './draft-source.ts'
import type { HistoryRow, Source } from './history-source.ts'
import { createLikeSource, type LikeRow } from './like-source.ts'
import { RecordNames } from './record-names.ts'
import { createSlugSource, type SlugRow } from './slug-source.ts'
import { createScheduleSource, type ScheduleRow } from './schedule-source.ts'
import { createRevisionSource, type RevisionRow } from './revision-source.ts'

/** The types by the table that has their rows. */
const groupByTable = (
  types: readonly RecordType[],
  name: (type: RecordType) => string,
): readonly (readonly RecordType[])[] => [...Map.groupBy(types, name).values()]

const listRevisionSources = ({ types }: ContentModel): readonly Source<RevisionRow>[] =>
  groupByTable(
    types.filter(({ keepsRevisions }) => keepsRevisions),
    (type) => findRevisionTable(type).name,
  ).map((group) => createRevisionSource(findRevisionTable(group[0] as RecordType), group))

const listLikeSources = ({ types }: ContentModel): readonly Source<LikeRow>[] =>
  groupByTable(
    types.filter(({ takesLikes }) => takesLikes),
    (type) => findLikes(type).collection,
  ).map(createLikeSource)

const listSlugSources = ({ types }: ContentModel): readonly Source<SlugRow>[] => {
  const slugged = types.filter((type) => findSlug(type) !== undefined)
  return slugged.length === 0 ? [] : [createSlugSource(slugged)]
}

const listScheduleSources = (model: ContentModel): readonly Source<ScheduleRow>[] =>
  model.types.filter(({ schedule }) => schedule !== null).map((type) => createScheduleSource(model, type))

const listDraftSources = ({ types }: ContentModel): readonly Source<DraftRow>[] => {
  const drafted = types.filter(({ takesDrafts }) => takesDrafts)
  return drafted.length === 0 ? [] : [createDraftSource(drafted)]
}

async function* readSource<Row extends HistoryRow>(
  em: SqlEntityManager,
  model: ContentModel,
  source: Source<Row>,
): AsyncGenerator<ContentLine> {
  const types = new Map(source.types.map((type) => [type.name, type]))
  const findType = ({ type }: Row) => types.get(type) as RecordType
  const { selected, from, isOfTypes, orderBy, page } = source
  for (let last: Row | undefined; ;) {
    const beyond = last === undefined ? sql`true` : source.after(last)
    const rows: readonly Row[] = await findRows(
      em,
      sql<Row>`select ${selected} from ${from} where ${isOfTypes} and ${beyond} order by ${orderBy} limit ${page}`,
    )
    const names = new RecordNames(model)
    for (const row of rows) source.ask(row, findType(row), names)
    await names.load(em)
    for (const row of rows) {
      const type = findType(row)
      // C15.15: a deleted record can wait for the worker.
      if (names.find(type, row.recordId) !== null) yield source.line(row, type, names)
    }
    last = rows.at(-1)
    if (last === undefined || rows.length < page) return
  }
}

/** C17.10: the revisions, likes, schedules, drafts and old slugs of all records. It needs the memory of one page. */
export async function* exportHistory(em: SqlEntityManager, model: ContentModel): AsyncGenerator<ContentLine> {
  for (const source of listRevisionSources(model)) yield* readSource(em, model, source)
  for (const source of listLikeSources(model)) yield* readSource(em, model, source)
  for (const source of listScheduleSources(model)) yield* readSource(em, model, source)
  for (const source of listDraftSources(model)) yield* readSource(em, model, source)
  for (const source of listSlugSources(model)) yield* readSource(em, model, source)
}

/** Counts the rows of which `exportHistory` makes lines. */
export const countHistory = (model: ContentModel): readonly Sql[] =>
  [
    ...listRevisionSources(model),
    ...listLikeSources(model),
    ...listScheduleSources(model),
    ...listDraftSources(model),
    ...listSlugSources(model),
  ].map(({ from, isOfTypes }) => sql`(select count(*) from ${from} where ${isOfTypes})`)
