import { builtInModel, contentModel, field, record } from '@content-service/domain'
import { Migration } from '@content-service/persistence'
import type { ServiceOptions } from '@content-service/server'

/** A record that is deleted with the one before it. */
const Step = record({
  name: 'Step',
  plural: 'steps',
  about: 'A step of a chain.',
  allowed: { read: { GUEST: 'all' }, write: { AUTHOR: 'all' } },
  fields: {
    before: field.one('self', { about: 'The step before.', optional: true, onDelete: 'cascade' }),
  },
})

const STATEMENTS = [
  `create table "steps" ("id" uuid primary key, "before_id" uuid, "created_at" timestamptz(3) not null,
    "updated_at" timestamptz(3), "ref" text, "version" integer not null)`,
  `alter table "steps" add constraint steps_before_id_fkey
    foreign key ("before_id") references "steps" ("id") on delete cascade`,
  `create unique index steps_ref_key on "steps" ("ref")`,
  `create index steps_newest on "steps" ("created_at" desc, "id" desc)`,
  `create index steps_before on "steps" ("before_id", "created_at" desc, "id" desc)`,
  `create index steps_edited on "steps" ("updated_at" desc nulls last, "id" desc)`,
  `create index steps_edited_first on "steps" ("updated_at", "id")`,
  `create index steps_changed on "steps" (coalesce("updated_at", "created_at") desc, "id" desc)`,
]

class AddSteps extends Migration {
  override name = '2026-12-01-add-steps'

  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement)
  }
}

/** A service with records whose deletion goes on for long. */
export const content: ServiceOptions = {
  model: contentModel([...builtInModel.types, Step]),
  migrations: [AddSteps],
}
