import { builtInModel, contentModel, field, record } from '@content-service/domain'
import { Migration } from '@content-service/persistence'
import type { ServiceOptions } from '@content-service/server'

const Topic = record({
  name: 'Topic',
  plural: 'topics',
  about: 'A topic of entries.',
  allowed: { read: { GUEST: 'all' }, write: { ADMIN: 'all' } },
  fields: {
    name: field.line(100, { about: 'The name of the topic.' }),
  },
})

/** A record that everybody may read once it is open, with two links to many topics. */
const Entry = record({
  name: 'Entry',
  plural: 'entries',
  about: 'An entry about some topics.',
  allowed: { read: { GUEST: (entry) => entry.status.eq('OPEN') }, write: { ADMIN: 'all' } },
  fields: {
    status: field.state(['CLOSED', 'OPEN'], { about: 'Whether the entry is open.' }),
    topics: field.many(Topic, { about: 'The topics of the entry.', inverse: 'entries' }),
    subtopics: field.many(Topic, { about: 'The lesser topics of the entry.', inverse: 'lesserEntries' }),
  },
})

const STATEMENTS = [
  `create table "topics" (
    "id" uuid primary key,
    "name" text not null,
    "created_at" timestamptz(3) not null,
    "updated_at" timestamptz(3),
    "ref" text,
    "version" integer not null
  )`,
  `create table "entries" (
    "id" uuid primary key,
    "status" text not null,
    "created_at" timestamptz(3) not null,
    "updated_at" timestamptz(3),
    "ref" text,
    "version" integer not null
  )`,
  ...['topics', 'entries'].flatMap((table) => [
    `create unique index ${table}_ref_key on "${table}" ("ref")`,
    `create index ${table}_newest on "${table}" ("created_at" desc, "id" desc)`,
    `create index ${table}_edited on "${table}" ("updated_at" desc nulls last, "id" desc)`,
    `create index ${table}_edited_first on "${table}" ("updated_at", "id")`,
    `create index ${table}_changed on "${table}" (coalesce("updated_at", "created_at") desc, "id" desc)`,
  ]),
  ...['entries_topics', 'entries_subtopics'].flatMap((table) => [
    `create table "${table}" (
      "record_id" uuid not null,
      "linked_id" uuid not null,
      "place" integer not null
    )`,
    `alter table "${table}" add constraint ${table}_pkey primary key ("record_id", "linked_id")`,
    `alter table "${table}" add constraint ${table}_record_id_fkey
      foreign key ("record_id") references "entries" ("id") on delete cascade`,
    `alter table "${table}" add constraint ${table}_linked_id_fkey
      foreign key ("linked_id") references "topics" ("id") on delete cascade`,
    `create index ${table}_linked on "${table}" ("linked_id", "record_id")`,
  ]),
]

/** As `npx content-service types migration` has proposed it. */
class AddTopics extends Migration {
  override name = '2026-12-01-add-topics'

  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement)
  }
}

/** A service with records behind two links to many. */
export const content: ServiceOptions = {
  model: contentModel([...builtInModel.types, Topic, Entry]),
  migrations: [AddTopics],
}
