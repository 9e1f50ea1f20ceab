import { contentModel, field, record, type ModelOptions } from '@content-service/domain'
import { Migration } from '@content-service/persistence'
import type { ServiceOptions } from '@content-service/server'
import { AddReports } from './add-reports.ts'

/** The example is a project of its own, so that the compiler does not follow the import. */
const EXAMPLE = new URL('../../../../examples/team/src/content.ts', import.meta.url).href
const { content: team } = (await import(EXAMPLE)) as { readonly content: ServiceOptions }

const WRITE = { write: { EDITOR: 'all' } } as const

const Hall = record({
  name: 'Hall',
  plural: 'halls',
  about: 'A hall, which everybody sees when it is open.',
  allowed: { read: { GUEST: (hall) => hall.status.eq('OPEN'), EDITOR: 'all' }, ...WRITE },
  fields: {
    title: field.line(200, { about: 'The name.' }),
    status: field.state(['PLANNED', 'OPEN'], { about: 'The state.' }),
  },
  operations: (on) => ({ open: on({ about: 'Opens the hall.', permission: 'write', to: 'OPEN' }) }),
})

const fields = {
  title: field.line(200, { about: 'The title.' }),
  startsAt: field.time({ about: 'The start.' }),
  hall: field.one(Hall, { about: 'The hall.' }),
}

/** Its right follows the link to the hall. */
const Talk = record({
  name: 'Talk',
  plural: 'talks',
  about: 'A talk.',
  allowed: { read: { GUEST: (talk) => talk.hall.may('halls:read'), EDITOR: 'all' }, ...WRITE },
  fields,
})

/** The same type with a right to all records. */
const Slot = record({
  name: 'Slot',
  plural: 'slots',
  about: 'A slot.',
  allowed: { read: { GUEST: 'all' }, ...WRITE },
  fields,
})

/**
 * Tours link to types of their own: a link in a part lets deleted records of its type wait for the worker, and each read of that
 * type asks for these. The reads of halls and slots stay as they are without tours.
 */
const Site = record({
  name: 'Site',
  plural: 'sites',
  about: 'A site, which everybody sees when it is open.',
  allowed: { read: { GUEST: (site) => site.status.eq('OPEN'), EDITOR: 'all' }, ...WRITE },
  fields: {
    title: field.line(200, { about: 'The name.' }),
    status: field.state(['PLANNED', 'OPEN'], { about: 'The state.' }),
  },
})

const Show = record({
  name: 'Show',
  plural: 'shows',
  about: 'A show.',
  allowed: { read: { GUEST: 'all' }, ...WRITE },
  fields,
})

/** Its stops link to sites and shows. */
const Tour = record({
  name: 'Tour',
  plural: 'tours',
  about: 'A tour.',
  allowed: { read: { GUEST: 'all' }, ...WRITE },
  fields: {
    title: field.line(200, { about: 'The title.' }),
    stops: field.blocks(
      {
        visit: {
          site: field.one(Site, { about: 'The site.' }),
          note: field.line(200, { about: 'What there is to see.' }),
        },
        event: {
          show: field.one(Show, { about: 'The show.' }),
          minutes: field.integer(1, 600, { about: 'The time that it takes.' }),
        },
        pause: { text: field.line(200, { about: 'What the pause is for.' }) },
      },
      { about: 'The stops.' },
    ),
  },
})

/** What articles have, declared as a team does: the scenario `traits` compares them. */
const Report = record({
  name: 'Report',
  plural: 'reports',
  about: 'A report.',
  allowed: {
    read: { GUEST: (report) => report.status.eq('PUBLISHED'), AUTHOR: 'own', EDITOR: 'all' },
    write: { AUTHOR: 'own', EDITOR: 'all' },
    publish: { EDITOR: 'all' },
    delete: { AUTHOR: 'own', EDITOR: 'all' },
  },
  trash: true,
  schedule: { from: ['DRAFT', 'REVIEW'] },
  revisions: true,
  likes: true,
  views: true,
  // As articles: guests read pages of one state.
  index: [['status', 'createdAt']],
  fields: {
    title: field.line(300, { about: 'The title.', search: 'A', index: 'text' }),
    content: field.markdown(500_000, { about: 'The text.', search: 'D' }),
    excerpt: field.text(500, { about: 'The excerpt.' }),
    status: field.state(['DRAFT', 'REVIEW', 'PUBLISHED', 'ARCHIVED'], {
      about: 'The state.',
      initial: { DRAFT: true, REVIEW: true, PUBLISHED: 'publish' },
      transitions: {
        DRAFT: { REVIEW: 'write', PUBLISHED: 'publish' },
        REVIEW: { DRAFT: 'write', PUBLISHED: 'publish' },
        PUBLISHED: { DRAFT: 'publish', ARCHIVED: 'publish' },
        ARCHIVED: { PUBLISHED: 'publish', DRAFT: 'publish' },
      },
      published: 'PUBLISHED',
    }),
    tags: field.tags({ about: 'The tags.', search: 'B' }),
    owner: field.owner({ about: 'The author.' }),
  },
})

const COMMON = `"created_at" timestamptz(3) not null, "updated_at" timestamptz(3), "ref" text, "version" integer not null`

const createIndexes = (table: string): readonly string[] => [
  `create unique index ${table}_ref_key on "${table}" ("ref")`,
  `create index ${table}_newest on "${table}" ("created_at" desc, "id" desc)`,
  `create index ${table}_edited on "${table}" ("updated_at" desc nulls last, "id" desc)`,
  `create index ${table}_edited_first on "${table}" ("updated_at", "id")`,
  `create index ${table}_changed on "${table}" (coalesce("updated_at", "created_at") desc, "id" desc)`,
]

/** Halls and sites have the same table. */
const createPlaces = (table: string): readonly string[] => [
  `create table "${table}" ("id" uuid primary key, "title" text not null, "status" text not null, ${COMMON})`,
  ...createIndexes(table),
]

/** Talks, slots and shows have the same table. */
const createTable = (table: string): readonly string[] => [
  `create table "${table}" ("id" uuid primary key, "title" text not null, "starts_at" timestamptz(3) not null,
    "hall_id" uuid not null, ${COMMON})`,
  `alter table "${table}" add constraint ${table}_hall_id_fkey foreign key ("hall_id") references "halls" ("id")`,
  `create index ${table}_hall on "${table}" ("hall_id", "created_at" desc, "id" desc)`,
  ...createIndexes(table),
]

/** The pairs of the links in the stops of tours. */
const createJoins = (linked: string): readonly string[] => [
  `create table "tours_parts_${linked}" ("record_id" uuid not null, "linked_id" uuid not null,
    "place" integer not null, primary key ("record_id", "linked_id"))`,
  `alter table "tours_parts_${linked}" add constraint tours_parts_${linked}_record_id_fkey
    foreign key ("record_id") references "tours" ("id") on delete cascade`,
  `alter table "tours_parts_${linked}" add constraint tours_parts_${linked}_linked_id_fkey
    foreign key ("linked_id") references "${linked}" ("id")`,
  `create index tours_parts_${linked}_linked on "tours_parts_${linked}" ("linked_id", "record_id")`,
]

class AddTalks extends Migration {
  override name = '2026-12-01-add-talks'

  override up(): void {
    const tours = `create table "tours" ("id" uuid primary key, "title" text not null, "stops" jsonb not null, ${COMMON})`
    for (const statement of [
      ...createPlaces('halls'),
      ...createPlaces('sites'),
      ...createTable('talks'),
      ...createTable('slots'),
      ...createTable('shows'),
      tours,
      ...createIndexes('tours'),
      ...createJoins('sites'),
      ...createJoins('shows'),
    ])
      this.addSql(statement)
  }
}

// The names of roles are words in capitals, as the model of the example has checked.
const roles = Object.fromEntries(
  (team.model?.roles ?? []).map(({ name, ...declared }) => [name, declared]),
) as NonNullable<ModelOptions['roles']>

/** The service of examples/team, with two types that differ in their right alone, one with links in blocks, and one with what articles have. */
export const content: ServiceOptions = {
  model: contentModel([...(team.model?.types ?? []), Hall, Talk, Slot, Site, Show, Tour, Report], { roles }),
  migrations: [...(team.migrations ?? []), AddTalks, AddReports],
}
