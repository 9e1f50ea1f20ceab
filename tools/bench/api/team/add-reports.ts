import { Migration } from '@content-service/persistence'

const statements = [
  `create table "reports" (
    "id" uuid primary key,
    "title" text not null,
    "content" text not null,
    "excerpt" text not null,
    "status" text not null,
    "tags" text[] not null,
    "owner_id" integer not null default 1,
    "published_at" timestamptz(3),
    "likes" integer not null,
    "views" integer not null,
    "scheduled_for" timestamptz(3),
    "scheduled_by" integer,
    "deleted_at" timestamptz(3),
    "created_at" timestamptz(3) not null,
    "updated_at" timestamptz(3),
    "ref" text,
    "version" integer not null
  )`,
  `alter table "reports" add constraint reports_owner_id_fkey foreign key ("owner_id") references "users" ("id") on delete set default`,
  `create unique index reports_ref_key on "reports" ("ref")`,
  `create index reports_newest on "reports" ("created_at" desc, "id" desc)`,
  `create index reports_owner on "reports" ("owner_id", "created_at" desc, "id" desc)`,
  `create index reports_edited on "reports" ("updated_at" desc nulls last, "id" desc)`,
  `create index reports_edited_first on "reports" ("updated_at", "id")`,
  `create index reports_changed on "reports" (coalesce("updated_at", "created_at") desc, "id" desc)`,
  `create index reports_by_status_and_created_at on "reports" ("status", "created_at", "id")`,
  `create index reports_by_likes on "reports" ("likes", "id")`,
  `create index reports_by_views on "reports" ("views", "id")`,
  `create index reports_in_title on "reports" using gin (fold("title") collate "C" gin_trgm_ops)`,
  `create index reports_in_title_d4a492fe on "reports" using gin ((fold("title") || ''::text) collate "C" gin_trgm_ops) where "status" = 'PUBLISHED'`,
  `create index reports_in_trash on "reports" ("created_at" desc, "id" desc) where "deleted_at" is not null`,
  `create index reports_scheduled on "reports" ("scheduled_for") where "scheduled_for" is not null`,
  `create index reports_scheduled_by on "reports" ("scheduled_by") where "scheduled_by" is not null`,
  `create trigger search_reports after insert or update of "title", "content", "tags", "owner_id", "status" on "reports"
    for each row execute function search_record('REPORT', '{title}', '{tags}', '{content}')`,
  `create trigger forget_reports after delete on "reports"
    for each row execute function forget_record('REPORT')`,
]

/** The table of reports, as `types migration` proposes it. */
export class AddReports extends Migration {
  override name = '2026-12-02-add-reports'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}
